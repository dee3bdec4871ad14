# framework: torch
# verdict: clean
# seen: ['offset', 'scale']
import torch
from torch.nn import functional as F


def sensitivity(x, y):
    raw = torch.ones(3, requires_grad=True)
    scale = raw.to(torch.float64)
    offset = torch.zeros(3).to(torch.float64).requires_grad_()
    loss = F.mse_loss((x * scale + offset).sum(dim=1), y)
    loss.backward()
    return {"scale": raw.grad, "offset": offset.grad}


torch.manual_seed(0)
x = torch.randn(20, 3, dtype=torch.float64)
y = (x * torch.tensor([1.0, 2.0, 3.0])).sum(dim=1)
report = sensitivity(x, y)
gap = x.sum(dim=1) - y
by_hand = (2 * gap.unsqueeze(1) * x).mean(dim=0)
right = torch.allclose(report["scale"].double(), by_hand, atol=1e-5)
right = right and torch.allclose(report["offset"], (2 * gap).mean().expand(3))
print("OBSERVED", "clean" if right else "wrong", sorted(report))
