# framework: torch
# verdict: clean
# seen: TypeError, before anything is converted: forward() takes 2 positional arguments but 4 were given
import torch
from torch import nn

x = torch.randn(11)
w, b = torch.ones(1, requires_grad=True), torch.zeros(1, requires_grad=True)
model = nn.Sequential(nn.Linear(1, 10), nn.Tanh(), nn.Linear(10, 1))
shown = []
try:
    shown.append(model(x, w, b).numpy())
except TypeError as error:
    assert "positional arguments" in str(error)
