# framework: torch
# verdict: clean
# seen: BYOL target under no_grad, t.data = update, context manager that freezes and restores
import copy
import math
from contextlib import contextmanager

import torch
import torch.nn as nn
import torch.nn.functional as F


@contextmanager
def frozen(*modules):
    flags = [(p, p.requires_grad) for m in modules for p in m.parameters()]
    try:
        for p, _ in flags:
            p.requires_grad_(False)
        yield
    finally:
        for p, flag in flags:
            p.requires_grad_(flag)


def head(i, o):
    return nn.Sequential(nn.Linear(i, 32), nn.BatchNorm1d(32), nn.ReLU(inplace=True), nn.Linear(32, o))


class BYOL(nn.Module):
    def __init__(self, dim=10, tau=0.99, total=20):
        super().__init__()
        self.online = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(inplace=True), head(16, 8))
        self.predictor = head(8, 8)
        self.target = copy.deepcopy(self.online)
        for p in self.target.parameters():
            p.requires_grad = False
        self.base_tau, self.total, self.k = tau, total, 0

    @torch.no_grad()
    def momentum_update(self):
        tau = 1 - (1 - self.base_tau) * (math.cos(math.pi * self.k / self.total) + 1) / 2
        for t, o in zip(self.target.parameters(), self.online.parameters()):
            t.data = tau * t.data + (1 - tau) * o.data
        for t, o in zip(self.target.buffers(), self.online.buffers()):
            t.copy_(o)
        self.k += 1

    @staticmethod
    def regression(p, z):
        return 2 - 2 * (F.normalize(p, dim=-1) * F.normalize(z, dim=-1)).sum(-1)

    def forward(self, v1, v2):
        p1, p2 = self.predictor(self.online(v1)), self.predictor(self.online(v2))
        with torch.no_grad():
            t1, t2 = self.target(v1), self.target(v2)
        return (self.regression(p1, t2.detach()) + self.regression(p2, t1.detach())).mean()


def augment(x):
    return x + 0.1 * torch.randn_like(x)


def pretrain(steps=5):
    torch.manual_seed(0)
    model = BYOL()
    opt = torch.optim.SGD((p for p in model.parameters() if p.requires_grad), lr=0.05, momentum=0.9)
    for _ in range(steps):
        x = torch.randn(32, 10)
        loss = model(augment(x), augment(x))
        opt.zero_grad()
        loss.backward()
        opt.step()
        model.momentum_update()
    return model


def linear_probe(model, steps=5):
    probe = nn.Linear(8, 2)
    opt = torch.optim.SGD(probe.parameters(), lr=0.1)
    with frozen(model):
        model.eval()
        for _ in range(steps):
            x = torch.randn(32, 10)
            loss = F.cross_entropy(probe(model.online(x)), (x[:, 0] > 0).long())
            opt.zero_grad()
            loss.backward()
            opt.step()
    return probe


if __name__ == "__main__":
    model = pretrain()
    trained = [*model.online.parameters(), *model.predictor.parameters()]
    assert all(p.grad is not None for p in trained) and sum(p.grad.abs().sum() for p in trained) > 0
    assert linear_probe(model).weight.grad.abs().sum() > 0
    assert all(p.requires_grad for p in trained)
