# framework: torch
# verdict: raises
# seen: RuntimeError: A view was created in no_grad mode
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 3)
x = torch.randn(3)
with torch.no_grad():
    rows = torch.zeros(2, 3).view(6)
tail = rows[3:]
tail[0] = layer(x)[0]  # HAZARD GL204
tail.sum().backward()
