# framework: torch
# verdict: clean
# seen: forces by autograd.grad(create_graph=self.training) enter the loss; MD detaches positions; JEM buffer replays detached chains
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class RadialBasis(nn.Module):
    def __init__(self, n=8, cutoff=4.0):
        super().__init__()
        self.cutoff = cutoff
        self.register_buffer("centres", torch.linspace(0, cutoff, n))
        self.width = nn.Parameter(torch.tensor(0.5))

    def forward(self, d):
        envelope = 0.5 * (torch.cos(math.pi * d / self.cutoff) + 1) * (d < self.cutoff)
        return torch.exp(-((d[..., None] - self.centres) ** 2) / self.width.square()) * envelope[..., None]


class ForceField(nn.Module):
    def __init__(self, species=3, dim=12):
        super().__init__()
        self.emb = nn.Embedding(species, dim)
        self.rbf = RadialBasis()
        self.filter = nn.Linear(8, dim)
        self.out = nn.Sequential(nn.Linear(dim, dim), nn.SiLU(), nn.Linear(dim, 1))

    def energy(self, z, pos):
        n = len(z)
        i, j = torch.triu_indices(n, n, offset=1)
        d = (pos[i] - pos[j]).norm(dim=-1)
        w = self.filter(self.rbf(d))
        h = self.emb(z)
        msg = torch.zeros_like(h)
        msg = msg.index_add(0, i, h[j] * w).index_add(0, j, h[i] * w)
        return self.out(h + msg).sum()

    def forward(self, z, pos):
        pos = pos.detach().requires_grad_(True)
        energy = self.energy(z, pos)
        (grad,) = torch.autograd.grad(energy, pos, create_graph=self.training)
        return energy, -grad


def reference(pos):
    d = torch.pdist(pos)
    e = (1 / d**2 - 2 / d).sum()
    return e


def label(pos):
    pos = pos.clone().requires_grad_(True)
    e = reference(pos)
    e.backward()
    return e.detach(), -pos.grad


def train(model, data, epochs=12, w_f=1.0):
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    log = []
    model.train()
    for _ in range(epochs):
        running = 0.0
        for z, pos, e_ref, f_ref in data:
            e, f = model(z, pos)
            loss = (e - e_ref).square() + w_f * F.mse_loss(f, f_ref)
            opt.zero_grad()
            loss.backward()
            opt.step()
            running += loss.item()
        log.append(running / len(data))
    return log


def md(model, z, pos, steps=10, dt=0.01):
    model.eval()
    vel, traj = torch.zeros_like(pos), []
    _, force = model(z, pos)
    for _ in range(steps):
        vel = vel + 0.5 * dt * force
        pos = (pos + dt * vel).detach()
        energy, force = model(z, pos)
        force = force.detach()
        vel += 0.5 * dt * force
        traj.append((pos.numpy().copy(), energy.item()))
    return traj


class EBM(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 32), nn.SiLU(), nn.Linear(32, 1))
        self.replay = []

    def forward(self, x):
        return self.net(x).squeeze(-1)

    def negatives(self, n, steps=5, lr=0.5, noise=0.05):
        if len(self.replay) > 64:
            x = torch.stack(self.replay[-n:])
        else:
            x = torch.randn(n, 2)
        self.requires_grad_(False)
        x.requires_grad_(True)
        for _ in range(steps):
            grad = torch.autograd.grad(self(x).sum(), [x])[0]
            x.data.sub_(lr * grad.clamp_(-0.1, 0.1)).add_(noise * torch.randn_like(x))
        self.requires_grad_(True)
        x = x.detach()
        self.replay.extend(x.unbind(0))
        del self.replay[:-256]
        return x


def train_ebm(data, steps=20):
    ebm = EBM()
    opt = torch.optim.Adam(ebm.parameters(), lr=1e-2)
    for _ in range(steps):
        neg = ebm.negatives(32)
        e_pos, e_neg = ebm(data), ebm(neg)
        loss = e_pos.mean() - e_neg.mean() + 0.1 * (e_pos**2 + e_neg**2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return ebm


if __name__ == "__main__":
    torch.manual_seed(0)
    data = []
    for _ in range(6):
        pos = torch.randn(4, 3) * 0.3 + torch.eye(4, 3) * 2
        data.append((torch.randint(0, 3, (4,)), pos, *label(pos)))
    model = ForceField()
    log = train(model, data)
    assert log[-1] < log[0] and all(p.grad.abs().sum() > 0 for p in model.parameters() if p is not model.out[2].bias)
    assert len(md(model, *data[0][:2])) == 10
    ebm = train_ebm(torch.randn(32, 2) * 0.1)
    assert ebm(torch.zeros(1, 2)).item() < ebm(torch.full((1, 2), 2.0)).item()
