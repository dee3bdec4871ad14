# framework: torch
# verdict: clean
# seen: the entropy of a Normal depends on its deviation alone, which is a number here
import torch
from torch import nn
from torch.distributions import Independent, Normal

mean = nn.Linear(3, 2)
x, action = torch.randn(5, 3), torch.randn(5, 2)
policy = Normal(mean(x), 0.5)
bonus = policy.entropy().mean().item()
wide = Independent(Normal(loc=mean(x), scale=torch.full((2,), 0.3)), 1)
loss = -policy.log_prob(action).mean() - 0.01 * bonus - 0.01 * wide.entropy().mean().item()
loss.backward()
