# framework: torch
# verdict: nan
# seen: loss inf
import torch
from torch import nn


class HeteroscedasticNet(nn.Module):
    def __init__(self, n_in=3, width=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, width), nn.ReLU())
        self.mean, self.raw_scale = nn.Linear(width, 1), nn.Linear(width, 1)

    def forward(self, x):
        h = self.body(x)
        scale = torch.log(1 + torch.exp(self.raw_scale(h)))  # HAZARD GL703
        return self.mean(h), scale + 1e-3


torch.manual_seed(0)
model = HeteroscedasticNet()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
income, debt, age = torch.rand(32, 1) * 9000, torch.rand(32, 1) * 3000, torch.rand(32, 1) * 80
x, y = torch.cat([income, debt, age], dim=1), torch.randn(32, 1)
optimizer.zero_grad()
mean, scale = model(x)
loss = -torch.distributions.Normal(mean, scale).log_prob(y).mean()
loss.backward()
optimizer.step()
broken = model.raw_scale.weight.isnan().any().item()
print("OBSERVED", "nan" if broken else "clean", "loss", round(loss.item(), 2))
