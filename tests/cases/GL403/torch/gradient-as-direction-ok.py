# framework: torch
# verdict: clean
# seen: True
"""A surrogate loss: the numbers of two gradients are combined to a direction in which the parameters are pulled."""

import torch


def pulled(params, loss, limit, delta):
    g = [each.detach() for each in torch.autograd.grad([loss], params, retain_graph=True)]
    k = [each.clone() for each in torch.autograd.grad([limit], params, retain_graph=True)]
    kg = sum(torch.dot(a.flatten(), b.flatten()) for a, b in zip(k, g))
    kk = sum(torch.dot(a.flatten(), a.flatten()) for a in k)
    factor = max(0.0, (kg - delta) / kk) if kk > 0 else 0.0
    total = 0
    for p, a, b in zip(params, g, k):
        total += (p * (a - factor * b)).sum()
    return total


params = [torch.tensor([1.0, 2.0], requires_grad=True)]
surrogate = pulled(params, (params[0] ** 2).sum(), params[0].sum(), 0.1)
surrogate.backward()
assert bool(torch.isfinite(params[0].grad).all())
print("OBSERVED clean")
