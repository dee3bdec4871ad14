# framework: torch
# verdict: raises
# seen: RuntimeError: modified by an inplace operation
import torch
from torch import nn

lin = nn.Linear(3, 4)
x = torch.relu(lin(torch.randn(16, 3)))
flat = x[2:].reshape(-1)
flat[0] = 0.0  # HAZARD GL203
(x.sum() + flat.sum()).backward()
