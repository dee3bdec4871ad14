# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


def spread_loss(z, goal=1.0, eps=1e-4):
    deviation = torch.sqrt(z.var(dim=0, unbiased=False) + eps)
    return F.relu(goal - deviation).mean()


class FeatureNorm(nn.Module):
    def __init__(self, dim=16, eps=1e-5):
        super().__init__()
        self.gain, self.eps = nn.Parameter(torch.ones(dim)), eps

    def forward(self, x):
        return self.gain * (x - x.mean(dim=-1, keepdim=True)) / (x.std(dim=-1, keepdim=True) + self.eps)


torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(6, 16), FeatureNorm(16), nn.ReLU(), nn.Linear(16, 4))
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.05)
loader = DataLoader(TensorDataset(torch.randn(33, 6)), batch_size=8)
sizes = []
for (x,) in loader:
    optimizer.zero_grad()
    first, second = encoder(x), encoder(x + 0.1 * torch.randn_like(x))
    loss = F.mse_loss(first, second) + spread_loss(first)
    loss.backward()
    optimizer.step()
    sizes.append(len(x))
whole = all(p.isfinite().all() for p in encoder.parameters())
print("OBSERVED", "clean" if whole and sizes[-1] == 1 else "nan")
