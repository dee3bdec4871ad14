# framework: torch
# verdict: clean
# seen: nothing that is written needs a gradient
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 3)
x = torch.randn(3)
with torch.no_grad():
    window = torch.zeros(5)[1:4]
window.add_(1.0)
(layer(x) * window).sum().backward()
assert layer.weight.grad is not None
