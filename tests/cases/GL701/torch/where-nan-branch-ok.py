# framework: torch
# verdict: clean
# seen: 0.4794
import torch
from torch import nn
from torch.nn import functional as F


def entropy(p):
    inside = p > 0
    safe = torch.where(inside, p, torch.ones_like(p))
    return -torch.where(inside, p * torch.log(safe), torch.zeros_like(p)).sum(dim=-1)


def masked_mean(x, mask):
    count = mask.sum(dim=1, keepdim=True)
    mean = (x * mask).sum(dim=1, keepdim=True) / count.clamp(min=1)
    return torch.where(count > 0, mean, torch.zeros_like(mean))


class SparseAttention(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.query, self.key = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x):
        scores = F.relu(self.query(x) @ self.key(x).transpose(1, 2))
        weights = scores / (scores.sum(dim=-1, keepdim=True) + 1e-6)
        return weights, entropy(weights)


torch.manual_seed(0)
layer = SparseAttention().double()
x = torch.randn(4, 5, 6, dtype=torch.float64)
mask = (torch.rand(4, 5) > 0.6).double()
mask[0] = 0
weights, spread = layer(x)
masked_mean(spread, mask).sum().backward()
g, h = layer.query.bias.grad.clone(), 1e-6
with torch.no_grad():
    layer.query.bias[0] += h
    high = masked_mean(layer(x)[1], mask).sum()
    layer.query.bias[0] -= 2 * h
    low = masked_mean(layer(x)[1], mask).sum()
    layer.query.bias[0] += h
numeric = ((high - low) / (2 * h)).item()
exact = bool((weights == 0).any()) and abs(g[0].item() - numeric) < 1e-5
print("OBSERVED", "clean" if exact else "nan", round(numeric, 4))
