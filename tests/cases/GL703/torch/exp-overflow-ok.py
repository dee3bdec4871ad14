# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


def softplus(x):
    return torch.relu(x) + torch.log1p(torch.exp(-x.abs()))


class HeteroscedasticNet(nn.Module):
    def __init__(self, n_in=3, width=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, width), nn.ReLU())
        self.mean, self.raw_scale = nn.Linear(width, 1), nn.Linear(width, 1)
        self.log_temperature = nn.Parameter(torch.zeros(()))

    def forward(self, x):
        h = self.body(x)
        mixed = softplus(self.raw_scale(h)) + F.softplus(-self.raw_scale(h))
        return self.mean(h), 1e-3 + mixed * torch.exp(self.log_temperature)


torch.manual_seed(0)
model = HeteroscedasticNet()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
x, y = torch.rand(32, 3) * torch.tensor([9000.0, 3000.0, 80.0]), torch.randn(32, 1)
history = []
for _ in range(5):
    optimizer.zero_grad()
    mean, scale = model(x)
    loss = -torch.distributions.Normal(mean, scale).log_prob(y).mean()
    loss.backward()
    optimizer.step()
    history.append(loss.item())
whole = all(p.isfinite().all() for p in model.parameters())
print("OBSERVED", "clean" if whole and history[-1] < history[0] else "nan")
