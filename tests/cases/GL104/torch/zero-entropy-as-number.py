# framework: torch
# verdict: wrong
# seen: the deviation gets a gradient from log_prob only, and none from its entropy
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
mean = nn.Linear(3, 2)
log_std = nn.Parameter(torch.zeros(2))
x, action = torch.randn(5, 3), torch.randn(5, 2)
policy = Normal(mean(x), log_std.exp())
bonus = policy.entropy().mean().item()  # HAZARD GL104
loss = -policy.log_prob(action).mean() - 0.1 * bonus
loss.backward()
print("OBSERVED wrong", log_std.grad)
