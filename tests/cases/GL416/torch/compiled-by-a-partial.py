# framework: torch
# verdict: raises
# seen: RuntimeError: torch.compile with aot_autograd does not currently support double backward
import functools

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))


@functools.partial(torch.compile, backend="aot_eager", fullgraph=True)
def potential(x):
    return net(x).sum()


x = torch.randn(4, 2, requires_grad=True)
slope = torch.autograd.grad(potential(x), x, create_graph=True)[0]
(slope.norm(dim=1) - 1).square().mean().backward()  # HAZARD GL416
