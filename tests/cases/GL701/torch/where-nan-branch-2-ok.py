# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def quaternion(rotvec):
    squared = rotvec.pow(2).sum(dim=-1, keepdim=True)
    tiny = squared < 1e-12
    angle = torch.where(tiny, torch.ones_like(squared), squared).sqrt()
    scale = torch.where(tiny, 0.5 - squared / 48, torch.sin(angle / 2) / angle)
    real = torch.where(tiny, 1 - squared / 8, torch.cos(angle / 2))
    return torch.cat([real, scale * rotvec], dim=-1)


def rotate(q, points):
    real, axis = q[..., :1], q[..., 1:].expand_as(points)
    twist = 2 * torch.linalg.cross(axis, points)
    return points + real * twist + torch.linalg.cross(axis, twist)


class Pose(nn.Module):
    def __init__(self):
        super().__init__()
        self.rotvec = nn.Parameter(torch.zeros(3))

    def forward(self, points):
        return rotate(quaternion(self.rotvec), points)


torch.manual_seed(0)
pose = Pose()
opt = torch.optim.Adam(pose.parameters(), lr=0.05)
source = torch.randn(30, 3)
with torch.no_grad():
    target = rotate(quaternion(torch.tensor([0.3, -0.2, 0.5])), source)
for _ in range(150):
    opt.zero_grad()
    loss = (pose(source) - target).square().mean()
    loss.backward()
    opt.step()
found = torch.allclose(pose.rotvec, torch.tensor([0.3, -0.2, 0.5]), atol=1e-2)
print("OBSERVED", "clean" if found else "nan")
