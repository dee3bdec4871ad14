# framework: torch
# verdict: raises
# seen: RuntimeError: derivative for aten::floor_divide is not implemented
import torch
from torch import nn


def voxelise(points, size):
    cells = torch.floor_divide(points, size)  # HAZARD GL404
    return points - size * cells


net = nn.Linear(3, 3)
voxelise(net(torch.rand(5, 3)), 0.5).sum().backward()
