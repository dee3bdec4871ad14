# framework: torch
# verdict: clean
# seen: False
from functools import partial

import torch
from torch import nn
from torch.nn import functional as F


def pgd(model, x, y, radius, steps):
    adv = x.clone().detach() + radius * (2 * torch.rand_like(x) - 1)
    for _ in range(steps):
        adv = adv.clone().detach().requires_grad_(True)
        loss = F.cross_entropy(model(adv), y)
        (grad,) = torch.autograd.grad(loss, adv)
        adv = adv.detach() + radius / 2 * grad.sign()
        adv = x + (adv - x).clamp(-radius, radius)
    return adv.detach()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 10), nn.GELU(), nn.Linear(10, 3))
opt = torch.optim.RMSprop(model.parameters(), lr=1e-2)
attack = partial(pgd, radius=0.1, steps=3)
x, y = torch.randn(12, 5), torch.randint(0, 3, (12,))
trace = []
for _ in range(30):
    hard = attack(model, x, y)
    opt.zero_grad()
    loss = F.cross_entropy(model(hard), y)
    loss.backward()
    opt.step()
    trace.append(loss.clone().detach())
alive = all(p.grad is not None for p in model.parameters())
print("OBSERVED", "clean" if alive and trace[-1] < trace[0] else "none", hard.requires_grad)
