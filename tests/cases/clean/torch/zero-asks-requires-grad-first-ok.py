# framework: torch
# verdict: clean
# seen: what requires grad is never written to, and only floats are asked to
import torch


def centred(x):
    if x.requires_grad:
        x = x - x.mean()
    else:
        x -= x.mean()
    return x


def as_leaf(t):
    t = t.clone().detach()
    if torch.is_floating_point(t):
        t.requires_grad_()
    return t


x = torch.randn(3, 4, requires_grad=True)
centred(x).pow(2).sum().backward()
rows = as_leaf(torch.tensor([0, 2]))
weights = as_leaf(torch.rand(3))
weights[rows].sum().backward()
centred(torch.randn(3, 4))
