# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(2, 2, bias=False)
with torch.autocast("cpu", dtype=torch.bfloat16):
    h = layer(torch.ones(1, 2))
h = h.float()
unit = h / (h.pow(2).sum(-1, keepdim=True) + 1e-8)
unit.sum().backward()
