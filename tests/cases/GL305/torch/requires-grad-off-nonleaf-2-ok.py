# framework: torch
# verdict: clean
# seen: gradient as expected
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
        z = nn.functional.normalize(z.detach(), dim=1)
        z.requires_grad_(False)
        return -(nn.functional.normalize(p, dim=1) * z).sum(dim=1).mean()


th.manual_seed(0)
model = SimSiam()
opt = th.optim.SGD(model.parameters(), lr=0.05)
views = th.randn(2, 10, 6)
probe = th.zeros(1, 6, requires_grad=True)
model.encoder(probe).sum().backward()
probe.requires_grad = False
trace = []
for _ in range(30):
    opt.zero_grad()
    loss = model.loss(*views)
    loss.backward()
    opt.step()
    trace.append(loss.item())
alive = model.encoder[0].weight.grad.any() and probe.grad is not None
print("OBSERVED", "clean" if alive and trace[-1] < trace[0] else "wrong")
