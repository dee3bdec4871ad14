# framework: torch
# verdict: raises
# seen: RuntimeError: Only Tensors of floating point and complex dtype can require gradients
import torch as th
from torch import nn


class Spline(nn.Module):
    def __init__(self, offsets):
        super().__init__()
        self.centres = nn.Parameter(th.tensor(offsets))
        self.heights = nn.Parameter(th.zeros(len(offsets)))

    def forward(self, x):
        return (self.heights * th.exp(-(x.unsqueeze(1) - self.centres) ** 2)).sum(dim=1)


class RoundSpline(Spline):
    def __init__(self, size):
        super().__init__(offsets=tuple(float(i) for i in range(size)))
        self.levels = nn.Parameter(th.randint(0, 4, (size,)))  # HAZARD GL302

    def forward(self, x):
        return super().forward(x) + self.levels.sum()


th.manual_seed(0)
model = RoundSpline(5)
opt = th.optim.Adam(model.parameters(), lr=0.05)
x = th.linspace(-2, 2, 30)
opt.zero_grad()
(model(x) - x.abs()).pow(2).mean().backward()
opt.step()
