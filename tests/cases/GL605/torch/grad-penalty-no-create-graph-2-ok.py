# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import autograd, nn
from torch.nn import functional as F


def attack(model, x, y, eps=0.1):
    x = x.clone().requires_grad_()
    (g,) = autograd.grad(F.cross_entropy(model(x), y), x)
    return (x + eps * g.sign()).detach()


def langevin(energy, x, steps=5, size=0.05):
    for _ in range(steps):
        x = x.detach().requires_grad_()
        (force,) = autograd.grad(energy(x).sum(), x)
        x = x - size * force + (2 * size) ** 0.5 * torch.randn_like(x)
    return x.detach()


def saliency(model, x, y):
    x = x.clone().requires_grad_()
    (g,) = autograd.grad(model(x).gather(1, y[:, None]).sum(), x)
    return g.abs().mean(dim=0)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
energy = nn.Sequential(nn.Linear(4, 16), nn.SiLU(), nn.Linear(16, 1))
optimizer = torch.optim.Adam([*model.parameters(), *energy.parameters()], lr=1e-2)
x = torch.randn(64, 4)
y = (x[:, 0] > 0).long()
for _ in range(40):
    optimizer.zero_grad()
    negatives = langevin(energy, torch.randn(64, 4))
    contrast = energy(x).mean() - energy(negatives).mean() + 0.1 * energy(x).square().mean()
    (F.cross_entropy(model(attack(model, x, y)), y) + contrast).backward()
    optimizer.step()
print("OBSERVED", "clean" if saliency(model, x, y).argmax() == 0 else "wrong")
