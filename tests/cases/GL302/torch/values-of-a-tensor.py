# framework: torch
# verdict: raises
# seen: RuntimeError: Only Tensors of floating point and complex dtype can require gradients
import torch
from torch import nn

start = torch.tensor([1, 2, 3])
weight = nn.Parameter(torch.Tensor(start))  # HAZARD GL302
print(weight)
