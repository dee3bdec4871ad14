# framework: torch
# verdict: clean
# seen: the error against a target without a gradient is squared by multiplying it with itself
import torch
from torch import nn

value = nn.Linear(3, 1)
x, reward = torch.randn(4, 3), torch.randn(4, 1)
estimate = value(x)
with torch.no_grad():
    target = reward + 0.9 * estimate
error = target - estimate
loss = torch.mean(error * error) + 0.5 * (error * error).sum()
loss.backward()
by_hand = -2 * (error.detach() * x).mean(0) - (error.detach() * x).sum(0)
assert torch.allclose(value.weight.grad[0], by_hand, atol=1e-5)
