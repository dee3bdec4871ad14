# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


def angle_clamped(a, b, eps=1e-6):
    cosine = F.cosine_similarity(a, b, dim=-1)
    return torch.acos(cosine.clamp(-1 + eps, 1 - eps))


def angle_stable(a, b):
    opposite = torch.linalg.cross(a, b).norm(dim=-1)
    return torch.atan2(opposite, (a * b).sum(dim=-1))


class Normals(nn.Module):
    def __init__(self, start):
        super().__init__()
        self.raw = nn.Parameter(start.clone())

    def forward(self):
        return F.normalize(self.raw, dim=-1)


torch.manual_seed(0)
target = F.normalize(torch.randn(10, 3), dim=-1)
start = target.clone()
start[5:] = torch.randn(5, 3)
done = []
for angle in (angle_clamped, angle_stable):
    model = Normals(start)
    opt = torch.optim.Adam(model.parameters(), lr=0.05)
    for _ in range(200):
        opt.zero_grad()
        loss = angle(model(), target).square().mean()
        loss.backward()
        opt.step()
    done.append(model.raw.isfinite().all().item() and loss.item() < 0.05)
print("OBSERVED", "clean" if all(done) else "nan")
