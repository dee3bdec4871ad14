# framework: torch
# verdict: nan
# seen: tensor([nan, nan, nan])
import torch
from torch import nn


def quaternion(rotvec):
    """Unit quaternions (w, x, y, z) of rotation vectors."""
    angle = rotvec.norm(dim=-1, keepdim=True)
    scale = torch.where(angle > 0, torch.sin(angle / 2) / angle, 0.5)  # HAZARD GL701
    return torch.cat([torch.cos(angle / 2), scale * rotvec], dim=-1)


def rotate(q, points):
    real, axis = q[..., :1], q[..., 1:]
    twist = 2 * torch.linalg.cross(axis.expand_as(points), points)
    return points + real * twist + torch.linalg.cross(axis.expand_as(points), twist)


class Pose(nn.Module):
    def __init__(self):
        super().__init__()
        self.rotvec = nn.Parameter(torch.zeros(3))
        self.shift = nn.Parameter(torch.zeros(3))

    def forward(self, points):
        return rotate(quaternion(self.rotvec), points) + self.shift


torch.manual_seed(0)
pose = Pose()
opt = torch.optim.SGD(pose.parameters(), lr=0.1)
source = torch.randn(20, 3)
target = source.flip(1) + 0.1
opt.zero_grad()
(pose(source) - target).square().mean().backward()
opt.step()
print("OBSERVED", "nan" if pose.rotvec.isnan().any() else "clean", pose.rotvec.grad)
