# framework: torch
# verdict: clean
# seen: zero_() may write one value to many places
import torch
from torch import nn

layer = nn.Linear(3, 3)
weights = torch.rand(2, 3, 1)
rows = weights[:, :1].expand(2, 3, 1)
rows.zero_()
(layer(torch.randn(2, 3)).sum() + rows.sum()).backward()
assert layer.weight.grad is not None
