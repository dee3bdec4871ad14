# framework: torch
# verdict: clean
# seen: a tensor is taken as it is, and only numbers are made into one
import torch
from torch import nn


def as_vector(value):
    if not torch.is_tensor(value):
        value = torch.tensor(value)
    if value.dim() == 0:
        value = value.view(1)
    return value


def farthest(points, count):
    with torch.no_grad():
        chosen = points.norm(dim=-1).argsort()[:count]
    return points[chosen], chosen


length = nn.Parameter(torch.ones(1, 3))
(as_vector(length) * as_vector(2.0)).sum().backward()

points = torch.randn(6, 3, dtype=torch.float64, requires_grad=True)
torch.autograd.gradcheck(farthest, (points, 2))

depths = torch.rand(4)
solid = (depths >= 0.5).type_as(depths)
solid.requires_grad = True
(solid * depths).sum().backward()
