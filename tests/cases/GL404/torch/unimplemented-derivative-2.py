# framework: torch
# verdict: raises
# seen: RuntimeError: derivative for aten::floor_divide is not implemented
import torch as th
from torch import nn


def voxel_coordinates(points, size):
    """Splits each point into the corner of its voxel and the offset inside of it."""
    corner = points // size  # HAZARD GL404
    inside = points - corner * size
    return corner, inside


class WarpedVoxels(nn.Module):
    def __init__(self, size=0.25):
        super().__init__()
        self.size = size
        self.warp = nn.Linear(3, 3)
        self.score = nn.Linear(3, 1)

    def forward(self, cloud):
        _, inside = voxel_coordinates(self.warp(cloud), self.size)
        return self.score(inside).mean(dim=1).squeeze(-1)


th.manual_seed(0)
model = WarpedVoxels()
optimizer = th.optim.SGD(model.parameters(), lr=0.1)
cloud, volume = th.rand(4, 50, 3), th.rand(4)
optimizer.zero_grad()
loss = th.mean((model(cloud) - volume) ** 2)
loss.backward()
optimizer.step()
