# framework: torch
# verdict: clean
# seen: gradient as expected
import gc
import weakref

import torch
from torch import nn
from torch.nn import functional as F


def hessian_vector(model, x, y, direction):
    params = list(model.parameters())
    loss = F.cross_entropy(model(x), y)
    grads = torch.autograd.grad(loss, params, create_graph=True)
    slope = sum((g * d).sum() for g, d in zip(grads, direction))
    return torch.autograd.grad(slope, params)


def largest_curvature(model, x, y, rounds=20):
    direction = [torch.randn_like(p) for p in model.parameters()]
    for _ in range(rounds):
        length = torch.stack([d.norm() for d in direction]).norm()
        direction = [d / length for d in direction]
        image = hessian_vector(model, x, y, direction)
        top = sum((a * b).sum() for a, b in zip(direction, image)).item()
        direction = image
    return top


torch.manual_seed(0)
x, y = torch.randn(16, 4), torch.randint(0, 3, (16,))
alive, curvature = [], []
for width in (4, 8, 16):
    candidate = nn.Sequential(nn.Linear(4, width), nn.Tanh(), nn.Linear(width, 3))
    curvature.append(largest_curvature(candidate, x, y))
    alive.append(weakref.ref(candidate[0].weight))
    del candidate
gc.collect()
left = sum(ref() is not None for ref in alive)
print("OBSERVED", "clean" if left == 0 and min(curvature) > 0 else "leak")
