# framework: torch
# verdict: clean
# seen: nothing is compiled: PyTorch itself runs, and its gradients have gradients
import functools

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))


@functools.partial(torch.compile, backend="eager")
def potential(x):
    return net(x).sum()


x = torch.randn(4, 2, requires_grad=True)
slope = torch.autograd.grad(potential(x), x, create_graph=True)[0]
(slope.norm(dim=1) - 1).square().mean().backward()
assert net[0].weight.grad is not None
