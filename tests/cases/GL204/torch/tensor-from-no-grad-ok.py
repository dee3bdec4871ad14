# framework: torch
# verdict: clean
# seen: the view is taken where gradients are recorded
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 3)
x = torch.randn(3)
with torch.no_grad():
    buffer = torch.zeros(5)
window = buffer[1:4]
window.add_(layer(x))
window.sum().backward()
assert layer.weight.grad is not None
