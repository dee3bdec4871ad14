# framework: torch
# verdict: raises
# seen: RuntimeError: 1D tensors expected, but got 2D and 2D tensors
import torch
from torch import nn

torch.manual_seed(0)
scale = nn.Parameter(torch.randn(1, 5))
hidden = torch.randn(1, 5)
energy = scale.dot(hidden)  # HAZARD GL509
energy.backward()
