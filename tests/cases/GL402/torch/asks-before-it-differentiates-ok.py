# framework: torch
# verdict: clean
# seen: the penalty returns early where nothing was recorded
import torch
from torch import nn


def penalty(x, net):
    x = x.detach().clone()
    x.requires_grad = True
    y = net(x)
    if not y.grad_fn:
        return None
    (slope,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    return (slope.norm() - 1).pow(2)


def smoothness(x, net):
    y = net(x)
    if y.grad_fn is None:
        return 0.0
    return torch.autograd.grad(y.sum(), net.weight, create_graph=True)[0].norm()


def learn(x, net):
    loss = net(x).pow(2).mean()
    if loss.requires_grad:
        loss.backward()
    return loss


net = nn.Linear(3, 1)
penalty(torch.randn(2, 3), net).backward()
with torch.no_grad():
    assert penalty(torch.randn(2, 3), net) is None
    assert smoothness(torch.randn(2, 3), net) == 0.0
    learn(torch.randn(2, 3), net)
    if torch.is_grad_enabled():
        net(torch.randn(2, 3)).sum().backward()
print("OBSERVED clean")
