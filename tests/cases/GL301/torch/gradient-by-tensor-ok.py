# framework: torch
# verdict: clean
# seen: what the gradient is taken by requires one: asked for before, computed from a leaf, or given by a caller
import torch
from torch import nn

net = nn.Linear(5, 1)


def penalty(real, fake):
    mixed = (0.5 * real + 0.5 * fake).requires_grad_(True)
    score = net(mixed).sum()
    return torch.autograd.grad(score, mixed, create_graph=True)[0].norm()


def slope(x):
    return torch.autograd.grad(net(x).sum(), x)[0]


point = torch.randn(2, 5)
point.requires_grad = True
both = torch.cat([torch.randn(2, 2, requires_grad=True), torch.randn(2, 3)], dim=1)
hidden = net.weight * 2
assert slope(point).shape == slope(both).shape == (2, 5)
assert torch.autograd.grad(hidden.sum(), hidden)[0].shape == (1, 5)
penalty(torch.randn(2, 5), torch.randn(2, 5)).backward()
assert net.weight.grad is not None
