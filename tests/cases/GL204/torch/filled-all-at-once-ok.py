# framework: torch
# verdict: clean
# seen: fill_() may write one value to many places
import torch
from torch import nn

layer = nn.Linear(3, 3)
weights = torch.rand(2, 3, 1)
rows = weights.expand(-1, -1, 4)
rows = rows.fill_(0.1)
(layer(torch.randn(2, 3)).sum() * rows.mean()).backward()
assert layer.weight.grad is not None
