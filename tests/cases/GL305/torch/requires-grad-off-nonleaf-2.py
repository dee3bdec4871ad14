# framework: torch
# verdict: raises
# seen: RuntimeError: you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().
import torch as th
from torch import nn


class SimSiam(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(dim, 8), nn.ReLU(), nn.Linear(8, 4))
        self.predictor = nn.Linear(4, 4)

    def loss(self, a, b):
        za, zb = self.encoder(a), self.encoder(b)
        pa, pb = self.predictor(za), self.predictor(zb)
        return (self.distance(pa, zb) + self.distance(pb, za)) / 2

    @staticmethod
    def distance(p, z):
        z = nn.functional.normalize(z, dim=1)
        z.requires_grad_(False)  # HAZARD GL305
        return -(nn.functional.normalize(p, dim=1) * z).sum(dim=1).mean()


th.manual_seed(0)
model = SimSiam()
opt = th.optim.SGD(model.parameters(), lr=0.05)
views = th.randn(2, 10, 6)
opt.zero_grad()
model.loss(*views).backward()
opt.step()
