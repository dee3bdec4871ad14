# framework: torch
# verdict: clean
# seen: coupling flow; logdet += on fresh zeros, floor only on data, inverse under no_grad
import math

import torch
from torch import nn


class Coupling(nn.Module):
    def __init__(self, d, hidden, flip):
        super().__init__()
        self.flip, self.k = flip, d // 2
        self.net = nn.Sequential(nn.Linear(self.k, hidden), nn.ReLU(inplace=True), nn.Linear(hidden, 2 * (d - self.k)))
        self.log_scale_cap = nn.Parameter(torch.zeros(d - self.k))

    def params(self, a):
        s, t = self.net(a).chunk(2, dim=-1)
        return torch.tanh(s) * self.log_scale_cap.exp(), t

    def forward(self, x):
        a, b = x.split([self.k, x.shape[1] - self.k], dim=1)
        if self.flip:
            a, b = b, a
        s, t = self.params(a)
        b = b * s.exp() + t
        return torch.cat((b, a) if self.flip else (a, b), dim=1), s.sum(1)

    @torch.no_grad()
    def inverse(self, y):
        a, b = y.chunk(2, dim=1)
        if self.flip:
            a, b = b, a
        s, t = self.params(a)
        b = b.sub(t).mul_(torch.exp(-s))
        return torch.cat((b, a) if self.flip else (a, b), dim=1)


class RealNVP(nn.Module):
    def __init__(self, d=2, layers=4, hidden=16):
        super().__init__()
        self.d = d
        self.flows = nn.ModuleList(Coupling(d, hidden, flip=bool(i % 2)) for i in range(layers))

    def log_prob(self, x):
        logdet = x.new_zeros(len(x))
        for flow in self.flows:
            x, ld = flow(x)
            logdet += ld
        return -0.5 * (x.pow(2).sum(1) + self.d * math.log(2 * math.pi)) + logdet

    def sample(self, n):
        z = torch.randn(n, self.d)
        for flow in reversed(self.flows):
            z = flow.inverse(z)
        return z


def dequantize(x, bins=8):
    levels = torch.floor((x.clamp(-2, 2) + 2) / 4 * bins)
    u = (levels + torch.rand_like(levels)) / (bins + 1)
    return torch.logit(u, eps=1e-3)


def train(steps=6):
    torch.manual_seed(0)
    flow = RealNVP()
    opt = torch.optim.Adam(flow.parameters(), 5e-3)
    bits = []
    for _ in range(steps):
        x = dequantize(torch.randn(64, 2))
        nll = -flow.log_prob(x).mean()
        opt.zero_grad()
        nll.backward()
        opt.step()
        bits.append(nll.item() / math.log(2) / 2)
    return flow, bits


if __name__ == "__main__":
    flow, bits = train()
    assert flow.sample(5).shape == (5, 2) and len(bits) == 6
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in flow.parameters())
    x = torch.randn(6, 2)
    y = x
    for f in flow.flows:
        y = f(y)[0].detach()
    for f in reversed(flow.flows):
        y = f.inverse(y)
    assert torch.allclose(x, y, atol=1e-4)
