# framework: torch
# verdict: clean
# seen: gradient as expected
import copy
import math

import torch
from torch import nn
import torch.nn.functional as F


def stop(fn):
    def wrapped(*a, **k):
        with torch.no_grad():
            return fn(*a, **k)
    return wrapped


class BYOL(nn.Module):
    def __init__(self, encoder, dim):
        super().__init__()
        self.online = nn.Sequential(encoder, nn.Linear(dim, dim), nn.BatchNorm1d(dim))
        self.target = copy.deepcopy(self.online)
        self.predictor = nn.Linear(dim, dim)
        for p in self.target.parameters():
            p.requires_grad = False
        self.register_buffer("center", torch.zeros(1, dim))

    @stop
    def teacher(self, x):
        return self.target(x)

    @torch.no_grad()
    def update(self, tau):
        for o, t in zip(self.online.parameters(), self.target.parameters()):
            t.data.mul_(tau).add_((1 - tau) * o.detach().data)

    def forward(self, a, b):
        pa, pb = self.predictor(self.online(a)), self.predictor(self.online(b))
        za, zb = self.teacher(a), self.teacher(b)
        loss = 2 - 2 * F.cosine_similarity(pa, zb.detach(), dim=-1) + 2 - 2 * F.cosine_similarity(pb, za.detach(), dim=-1)
        return loss.mean(), self.dino(pa, zb)

    def dino(self, s, t, ts=0.1, tt=0.04):
        target = F.softmax((t - self.center) / tt, dim=-1).detach()
        loss = torch.sum(-target * F.log_softmax(s / ts, dim=-1), dim=-1).mean()
        self.center = self.center * 0.9 + t.mean(0, keepdim=True) * 0.1
        return loss


def nt_xent(z1, z2, T=0.5):
    n = len(z1)
    z = F.normalize(torch.cat([z1, z2]), dim=1)
    sim = z @ z.t() / T
    sim.fill_diagonal_(float("-inf"))
    return F.cross_entropy(sim, torch.cat([torch.arange(n, 2 * n), torch.arange(n)]))


def off_diagonal(x):
    n, _ = x.shape
    return x.flatten()[:-1].view(n - 1, n + 1)[:, 1:].flatten()


def barlow(z1, z2, lam=5e-3):
    c = (z1 - z1.mean(0)).T @ (z2 - z2.mean(0)) / len(z1)
    on = torch.diagonal(c).add_(-1).pow_(2).sum()
    return on + lam * off_diagonal(c).pow_(2).sum()


torch.manual_seed(0)
net = BYOL(nn.Linear(5, 6), 6)
opt = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], 0.05)
for step in range(3):
    x = torch.randn(8, 5)
    b, d = net(x, x + 0.1)
    z1, z2 = net.online(x), net.online(x + 0.2)
    loss = b + 0.1 * d + nt_xent(z1, z2) + barlow(z1, z2)
    opt.zero_grad()
    loss.backward()
    opt.step()
    net.update(1 - 0.01 * (math.cos(math.pi * step / 3) + 1) / 2)
print("OBSERVED", "clean" if net.predictor.weight.grad.any() and net.center.grad_fn is None else "wrong")
