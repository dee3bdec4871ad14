# framework: torch
# verdict: nan
# seen: loss 1.396 tensor([nan, nan, nan, nan, nan, nan])
import torch
from torch import nn
from torch.nn import functional as F


def rotation_from_six(six):
    a, b = six[..., :3], six[..., 3:]
    first = F.normalize(a, dim=-1)
    second = F.normalize(b - (first * b).sum(dim=-1, keepdim=True) * first, dim=-1)
    return torch.stack([first, second, torch.linalg.cross(first, second)], dim=-2)


def geodesic(pred, target):
    trace = (pred * target).sum(dim=(-2, -1))
    return torch.acos(((trace - 1) / 2).clamp(-1.0, 1.0))  # HAZARD GL702


class Orientation(nn.Module):
    def __init__(self, frames):
        super().__init__()
        self.six = nn.Parameter(torch.tensor([1.0, 0, 0, 0, 1.0, 0]).repeat(frames, 1))

    def forward(self):
        return rotation_from_six(self.six)


torch.manual_seed(0)
model = Orientation(frames=3)
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
target = torch.stack([torch.eye(3), torch.eye(3).roll(1, 0), torch.eye(3).roll(2, 0)])
opt.zero_grad()
loss = geodesic(model(), target).mean()
loss.backward()
opt.step()
bad = not model.six[0].isfinite().all()
print("OBSERVED", "nan" if bad else "clean", "loss", round(loss.item(), 3), model.six.grad[0])
