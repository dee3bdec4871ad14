# framework: torch
# verdict: nan
# seen: 0 is written over the quotient, and 0 * inf goes back
import torch
from torch import nn

net = nn.Linear(3, 3)
x, n = torch.randn(4, 3), torch.tensor([[0.0], [1.0], [2.0], [0.0]])
mean = net(x) / n
mean[n.squeeze(1) == 0] = 0  # HAZARD GL701
loss = mean.pow(2).mean()
loss.backward()
assert loss.isfinite() and net.weight.grad.isnan().any()
print("OBSERVED nan")
