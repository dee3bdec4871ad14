# framework: torch
# verdict: clean
# seen: a copy is no view
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 3)
x = torch.randn(3)
with torch.no_grad():
    window = torch.zeros(5)[1:4].clone()
window += layer(x)
window.sum().backward()
assert layer.weight.grad is not None
