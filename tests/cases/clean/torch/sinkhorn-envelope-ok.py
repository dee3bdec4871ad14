# framework: torch
# verdict: clean
# seen: dual potentials solved under no_grad, cost kept live (envelope theorem); gradient equals finite differences
import math
from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class SinkhornResult:
    cost: torch.Tensor
    plan: torch.Tensor
    iters: int
    err: float


class Sinkhorn(nn.Module):
    def __init__(self, eps=0.1, max_iter=200, thresh=1e-6, debias=True):
        super().__init__()
        self.eps, self.max_iter, self.thresh, self.debias = eps, max_iter, thresh, debias

    @staticmethod
    def cost_matrix(x, y, p=2):
        return (x.unsqueeze(-2) - y.unsqueeze(-3)).abs().pow(p).sum(-1)

    @torch.no_grad()
    def potentials(self, C, loga, logb):
        f, g = torch.zeros_like(loga), torch.zeros_like(logb)
        for i in range(self.max_iter):
            prev = f.clone()
            f = -self.eps * torch.logsumexp((g[None] - C) / self.eps + logb[None], dim=1)
            g = -self.eps * torch.logsumexp((f[:, None] - C) / self.eps + loga[:, None], dim=0)
            err = (f - prev).abs().max().item()
            if err < self.thresh:
                break
        return f, g, i + 1, err

    def ot(self, x, y):
        n, m = len(x), len(y)
        loga, logb = (x.new_full((k,), -math.log(k)) for k in (n, m))
        C = self.cost_matrix(x, y)
        f, g, iters, err = self.potentials(C, loga, logb)
        logP = (f[:, None] + g[None] - C.detach()) / self.eps + loga[:, None] + logb[None]
        P = logP.exp()
        cost = (P * C).sum()
        return SinkhornResult(cost, P, iters, err)

    def forward(self, x, y):
        xy = self.ot(x, y)
        if not self.debias:
            return xy.cost
        return xy.cost - 0.5 * (self.ot(x, x).cost + self.ot(y, y).cost)


class Unrolled(Sinkhorn):
    def potentials(self, C, loga, logb):
        f, g = torch.zeros_like(loga), torch.zeros_like(logb)
        for _ in range(20):
            f = -self.eps * torch.logsumexp((g[None] - C) / self.eps + logb[None], dim=1)
            g = -self.eps * torch.logsumexp((f[:, None] - C) / self.eps + loga[:, None], dim=0)
        return f, g, 20, float((f.detach() ** 2).mean())


def dual_value(sk, x, y):
    """What the envelope theorem differentiates."""
    n, m = len(x), len(y)
    loga, logb = x.new_full((n,), -math.log(n)), x.new_full((m,), -math.log(m))
    C = sk.cost_matrix(x, y)
    f, g, *_ = sk.potentials(C, loga, logb)
    return (f.mean() + g.mean()).item()


def fit_points(steps=40):
    torch.manual_seed(0)
    target = torch.randn(24, 2) * 0.3 + torch.tensor([1.0, -1.0])
    pts = nn.Parameter(torch.randn(16, 2))
    sk = Sinkhorn(eps=0.3)
    opt = torch.optim.Adam([pts], lr=0.1)
    log = []
    for _ in range(steps):
        opt.zero_grad()
        loss = sk(pts, target)
        loss.backward()
        opt.step()
        log.append(loss.item())
    return log


if __name__ == "__main__":
    log = fit_points()
    assert log[-1] < 0.3 * log[0], log
    torch.manual_seed(1)
    x, y = torch.rand(5, 2, dtype=torch.float64, requires_grad=True), torch.rand(6, 2, dtype=torch.float64)
    sk = Sinkhorn(eps=0.5, max_iter=2000, thresh=1e-12, debias=False)
    sk(x, y).backward()
    h = 1e-5
    with torch.no_grad():
        up, down = x.clone(), x.clone()
        up[0, 0] += h
        down[0, 0] -= h
    fd = (dual_value(sk, up, y) - dual_value(sk, down, y)) / (2 * h)
    assert abs(fd - x.grad[0, 0].item()) < 1e-4, (fd, x.grad[0, 0])
    x.grad = None
    Unrolled(eps=0.5)(x, y).backward()
    assert x.grad.isfinite().all()
