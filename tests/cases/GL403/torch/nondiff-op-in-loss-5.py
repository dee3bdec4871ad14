# framework: torch
# verdict: zero
# seen: zero
import torch
from torch import nn
from torch.func import grad


def energy(params, x):
    spins = torch.where(x @ params > 0, 1.0, -1.0)  # HAZARD GL403
    return -(spins[:-1] * spins[1:]).mean()


torch.manual_seed(0)
g = grad(energy)(torch.randn(3), torch.randn(6, 3))
print("OBSERVED", "zero" if not g.any() else "clean")
