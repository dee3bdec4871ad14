# framework: torch
# verdict: clean
# seen: gradient as expected; rows of a matrix are vectors
import torch
from torch import nn

torch.manual_seed(0)
scale = nn.Parameter(torch.randn(1, 5))
hidden = torch.randn(3, 5)
energy = sum(scale[0].dot(row) for row in hidden) + torch.vdot(scale.squeeze(0), hidden[0])
energy.backward()
print("OBSERVED", "clean" if scale.grad is not None else "none")
