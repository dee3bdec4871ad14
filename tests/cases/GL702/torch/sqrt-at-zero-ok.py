# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class ContrastiveLoss(nn.Module):
    def __init__(self, margin=1.0, kind="eps"):
        super().__init__()
        self.margin, self.kind = margin, kind

    def distance(self, a, b):
        if self.kind == "eps":
            return torch.sqrt((a - b).pow(2).sum(dim=1) + 1e-8)
        if self.kind == "norm":
            return torch.linalg.vector_norm(a - b, dim=1)
        return F.pairwise_distance(a, b)

    def forward(self, a, b, same):
        distance = self.distance(a, b)
        apart = torch.relu(self.margin - distance)
        return (same * distance**2 + (1 - same) * apart**2).mean()


torch.manual_seed(0)
left, right = torch.randn(12, 8), torch.randn(12, 8)
right[5] = left[5]
same = (torch.arange(12) % 2).float()
finite = []
for kind in ("eps", "norm", "pairwise"):
    encoder = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
    ContrastiveLoss(kind=kind)(encoder(left), encoder(right), same).backward()
    finite.append(all(p.grad.isfinite().all() for p in encoder.parameters()))
print("OBSERVED", "clean" if all(finite) else "nan")
