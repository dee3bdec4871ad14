# framework: torch
# verdict: clean
# seen: the score function trains the policy
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
policy = nn.Linear(3, 1)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
for _ in range(2):
    state = torch.randn(8, 3)
    chances = Normal(policy(state), 0.5)
    action = chances.sample()
    reward = -(action - 1.0).square()
    loss = -(chances.log_prob(action) * reward.detach()).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED", "clean" if policy.weight.grad.abs().sum() > 0 else "zero")
