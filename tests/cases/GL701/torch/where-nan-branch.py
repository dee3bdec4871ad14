# framework: torch
# verdict: nan
# seen: loss 1.469 but the weights are gone
import torch
from torch import nn
from torch.nn import functional as F


def entropy(p):
    return -torch.where(p > 0, p * torch.log(p), torch.zeros_like(p)).sum(dim=-1)  # HAZARD GL701


class SparseAttention(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.query, self.key = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x):
        scores = F.relu(self.query(x) @ self.key(x).transpose(1, 2))
        weights = scores / (scores.sum(dim=-1, keepdim=True) + 1e-6)
        return weights @ x, entropy(weights).mean()


torch.manual_seed(0)
layer = SparseAttention()
opt = torch.optim.Adam(layer.parameters(), lr=1e-3)
x, y = torch.randn(4, 5, 6), torch.randn(4, 5, 6)
opt.zero_grad()
out, spread = layer(x)
loss = F.mse_loss(out, y) + 0.01 * spread
loss.backward()
opt.step()
broken = layer.query.weight.isnan().any().item()
print("OBSERVED", "nan" if broken else "clean", "loss", round(loss.item(), 3), "but the weights are gone")
