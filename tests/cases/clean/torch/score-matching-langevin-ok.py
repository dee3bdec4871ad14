# framework: torch
# verdict: clean
# seen: score by autograd.grad(create_graph), Langevin under no_grad with enable_grad inside, replay of detached samples
"""Denoising and sliced score matching, Langevin sampling, and an EBM with a replay buffer."""
import random

import torch
import torch.nn as nn


class Energy(nn.Module):
    def __init__(self, d=2):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(d, 32), nn.SiLU(), nn.Linear(32, 1))

    def forward(self, x):
        return self.f(x).squeeze(-1)

    def score(self, x, create_graph=True):
        x = x.detach().requires_grad_(True)
        with torch.enable_grad():
            e = self(x).sum()
        return -torch.autograd.grad(e, x, create_graph=create_graph)[0]


def dsm_loss(energy, x, sigma=0.3):
    noise = torch.randn_like(x)
    return ((energy.score(x + sigma * noise) + noise / sigma) ** 2).sum(1).mean() * sigma**2


def ssm_loss(energy, x):
    x = x.detach().clone().requires_grad_(True)
    v = torch.randn_like(x)
    s = -torch.autograd.grad(energy(x).sum(), x, create_graph=True)[0]
    vs = (s * v).sum()
    vhv = torch.autograd.grad(vs, x, create_graph=True)[0]
    return ((vhv * v).sum(1) + 0.5 * s.pow(2).sum(1)).mean()


class ReplayBuffer:
    def __init__(self, size=64):
        self.items = [torch.rand(2) * 2 - 1 for _ in range(size)]

    def draw(self, n):
        return torch.stack(random.choices(self.items, k=n))

    def push(self, xs):
        self.items = (list(xs.detach().cpu()) + self.items)[:64]


@torch.no_grad()
def langevin(energy, x, steps=5, eta=0.05):
    for _ in range(steps):
        x = x + eta * energy.score(x, create_graph=False) + (2 * eta) ** 0.5 * torch.randn_like(x)
    return x


def contrastive_divergence(energy, x, buffer):
    for p in energy.parameters():
        p.requires_grad_(False)
    fake = langevin(energy, buffer.draw(len(x)))
    for p in energy.parameters():
        p.requires_grad_(True)
    buffer.push(fake)
    pos, neg = energy(x), energy(fake)
    return pos.mean() - neg.mean() + 0.1 * (pos.pow(2) + neg.pow(2)).mean()


def train(kind, steps=3):
    torch.manual_seed(0), random.seed(0)
    energy, buffer = Energy(), ReplayBuffer()
    opt = torch.optim.Adam(energy.parameters(), 1e-3)
    for _ in range(steps):
        x = torch.randn(32, 2) * 0.5 + 1
        loss = {"dsm": dsm_loss, "ssm": ssm_loss}[kind](energy, x) if kind != "cd" else contrastive_divergence(energy, x, buffer)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return energy


if __name__ == "__main__":
    for kind in ("dsm", "ssm", "cd"):
        net = train(kind)
        assert net.f[0].weight.grad.abs().sum() > 0 and net.f[2].weight.grad.abs().sum() > 0
