# framework: torch
# verdict: leak
# seen: 3 of 3 discarded networks still in memory
import gc
import warnings
import weakref

import torch
from torch import nn
from torch.nn import functional as F

warnings.simplefilter("ignore")


def sharpness(model, x, y):
    """Mean curvature along the gradient, to compare candidate architectures before training."""
    loss = F.cross_entropy(model(x), y)
    loss.backward(create_graph=True)  # HAZARD GL604
    grads = [p.grad for p in model.parameters()]
    length = torch.stack([g.square().sum() for g in grads]).sum()
    curved = torch.autograd.grad(length, list(model.parameters()))
    return sum((c * g).sum() for c, g in zip(curved, grads)).item() / (2 * length.item())


torch.manual_seed(0)
x, y = torch.randn(16, 4), torch.randint(0, 3, (16,))
scores, alive = {}, []
for width in (4, 8, 16):
    candidate = nn.Sequential(nn.Linear(4, width), nn.Tanh(), nn.Linear(width, 3))
    scores[width] = sharpness(candidate, x, y)
    alive.append(weakref.ref(candidate[0].weight))
    del candidate
gc.collect()
left = sum(ref() is not None for ref in alive)
print("OBSERVED", "leak" if left == 3 else "clean", left, "of 3 discarded networks still in memory")
