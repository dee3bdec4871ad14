# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn as nn
import torch.nn.functional as F


def upper_distances(z):
    i, j = torch.triu_indices(len(z), len(z), offset=1)
    return (z[i] - z[j]).square().sum(dim=-1).clamp(min=1e-10).sqrt()


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.scale, self.eps = nn.Parameter(torch.ones(dim)), eps

    def forward(self, x):
        return self.scale * x / torch.sqrt(x.square().mean(dim=-1, keepdim=True) + self.eps)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 16, bias=False), RMSNorm(16), nn.ReLU(), nn.Linear(16, 3))
opt = torch.optim.SGD(net.parameters(), lr=0.01)
x = torch.randn(8, 5)
x[3] = 0.0
x[6] = x[1]
for _ in range(5):
    opt.zero_grad()
    z = net(x)
    rmse = torch.sqrt(F.mse_loss(z, torch.zeros_like(z)) + 1e-8)
    loss = F.relu(1 - upper_distances(z)).mean() + 0.1 * rmse + 0.01 * torch.cdist(z, z).mean()
    loss.backward()
    opt.step()
with torch.no_grad():
    spread = (net(x) - net(x).mean(dim=0)).square().sum(dim=1).sqrt()
whole = all(p.isfinite().all() for p in net.parameters())
print("OBSERVED", "clean" if whole and spread.isfinite().all() else "nan")
