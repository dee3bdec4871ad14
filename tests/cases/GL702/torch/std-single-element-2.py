# framework: torch
# verdict: nan
# seen: nan
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
y = net(torch.randn(4, 3))
normed = (y - y.mean(-1, keepdim=True)) / (y.std(-1, keepdim=True) + 1e-6)  # HAZARD GL702
normed.sum().backward()
print("OBSERVED", "nan" if net.weight.grad.isnan().any() else "clean")
