# framework: torch
# verdict: clean
# seen: the surrogate of a stochastic cost has the gradient of its mean
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
policy = nn.Linear(2, 1)
optimizer = torch.optim.SGD(policy.parameters(), lr=0.01)
states, goals = torch.randn(32, 2), torch.randn(32, 1)
for _ in range(3):
    mean = policy(states)
    action = Normal(mean, 0.3).sample()
    cost = (action - goals).square() + 0.1 * mean.square()
    surrogate = cost + Normal(mean, 0.3).log_prob(action) * cost.detach()
    optimizer.zero_grad()
    surrogate.mean().backward()
    optimizer.step()
assert policy.weight.grad.abs().sum() > 0
print("OBSERVED clean")
