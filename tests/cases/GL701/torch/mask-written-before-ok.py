# framework: torch
# verdict: clean
# seen: the divisor is made safe first, or the batch is skipped
import torch
from torch import nn

net = nn.Linear(3, 3)
x, n = torch.randn(4, 3), torch.tensor([[0.0], [1.0], [2.0], [0.0]])
empty = n == 0
n[empty] = 1.0
mean = net(x) / n
mean[empty.squeeze(1)] = 0
cleaned = torch.nan_to_num(x)
loss = mean.pow(2).mean() + net(cleaned).pow(2).mean()
if loss.isfinite():
    loss.backward()
assert net.weight.grad.isfinite().all()
print("OBSERVED clean")
