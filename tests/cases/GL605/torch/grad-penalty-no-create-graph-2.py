# framework: torch
# verdict: wrong
# seen: off the solution by 0.75
import torch
from torch import autograd, nn


class Path(nn.Module):
    """A network u(t) that has to satisfy u' = cos(t) with u(0) = 0."""

    def __init__(self, width=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, t):
        return self.net(t)

    def residual(self, t):
        t = t.clone().requires_grad_()
        u = self(t)
        (du_dt,) = autograd.grad(u.sum(), t)  # HAZARD GL605
        return du_dt - torch.cos(t)

    def loss(self, t):
        return self.residual(t).square().mean() + self(torch.zeros(1, 1)).square().sum()


torch.manual_seed(0)
model = Path()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
t = torch.linspace(0, 3, 64).unsqueeze(1)
for _ in range(200):
    optimizer.zero_grad()
    model.loss(t).backward()
    optimizer.step()
with torch.no_grad():
    error = (model(t) - torch.sin(t)).abs().max().item()
print("OBSERVED", "wrong" if error > 0.2 else "clean", "off the solution by", round(error, 2))
