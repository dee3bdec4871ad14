# framework: torch
# verdict: nan
# seen: the gradient is NaN
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(2, 2, bias=False)
x = torch.zeros(1, 2)
with torch.autocast("cpu", dtype=torch.float16):
    h = layer(x)
    unit = h / (h.pow(2).sum(-1, keepdim=True) + 1e-8)  # HAZARD GL710
loss = unit.float().sum()
loss.backward()
