# framework: torch
# verdict: clean
# seen: a compiled function, differentiated once; the penalty goes through the plain one
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))


def potential(x):
    return net(x).square().mean()


fast = torch.compile(potential, backend="aot_eager")
x = torch.randn(4, 2, requires_grad=True)
slope = torch.autograd.grad(potential(x), x, create_graph=True)[0]
(slope.square().mean() + fast(x.detach())).backward()
assert net[0].weight.grad is not None
