# framework: torch
# verdict: raises
# seen: RuntimeError: A view was created in no_grad mode
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 3)
x = torch.randn(3)
with torch.no_grad():
    window = torch.zeros(5)[1:4]
window.add_(layer(x))  # HAZARD GL204
window.sum().backward()
