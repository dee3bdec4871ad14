# framework: torch
# verdict: clean
# seen: gradient as expected; first order is what the settings ask for
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F


@dataclass
class Settings:
    second_order: bool = False


net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def step(x, y, settings):
    fast = list(net.parameters())
    loss = F.cross_entropy(F.linear(x, *fast), y)
    grads = torch.autograd.grad(loss, fast, create_graph=settings.second_order)
    fast = [p - 0.1 * g for p, g in zip(fast, grads)]
    loss = F.cross_entropy(F.linear(x, *fast), y)
    opt.zero_grad()
    loss.backward()
    opt.step()


step(torch.randn(4, 3), torch.tensor([0, 1, 0, 1]), Settings())
