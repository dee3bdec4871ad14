# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def conjugate(product, b, steps):
    x, r, p = torch.zeros_like(b), b.clone(), b.clone()
    size = torch.dot(r, r)
    for _ in range(steps):
        image = product(p)
        rate = size / torch.dot(p, image)
        x += rate * p
        r -= rate * image
        new = torch.dot(r, r)
        p = r + new / size * p
        size = new
    return x


def flat(grads):
    return torch.cat([each.reshape(-1) for each in grads])


torch.manual_seed(0)
net = nn.Linear(3, 1)
inputs = torch.randn(8, 3)


def curvature(v):
    loss = net(inputs).pow(2).mean()
    slope = flat(torch.autograd.grad(loss, list(net.parameters()), create_graph=True))
    again = torch.autograd.grad((slope * v).sum(), list(net.parameters()))
    return flat(again).detach() + 0.1 * v


gradient = flat(torch.autograd.grad(net(inputs).pow(2).mean(), list(net.parameters()))).detach()
step = conjugate(curvature, -gradient, 3)
assert torch.isfinite(step).all()
