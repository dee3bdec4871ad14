# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


def gradients(f, x):
    x = x.detach().requires_grad_()
    y = f(x).sum()
    return torch.autograd.grad(y, x)[0]  # HAZARD GL605


def lipschitz(f, a, b, k=10.0):
    eps = torch.rand(len(a), *[1] * (a.dim() - 1))
    g = gradients(f, eps * a + (1 - eps) * b)
    return k * (g.flatten(1).norm(dim=1) - 1).square().mean()


torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.Adam(critic.parameters())
real, fake = torch.randn(6, 2), torch.randn(6, 2)
opt.zero_grad()
loss = critic(fake).mean() - critic(real).mean() + lipschitz(critic, real, fake)
loss.backward()
opt.step()
print("OBSERVED", "wrong" if loss.requires_grad and not lipschitz(critic, real, fake).requires_grad else "clean")
