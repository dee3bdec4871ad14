# framework: torch
# verdict: raises
# seen: RuntimeError: add(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.
import torch as th
from torch import Tensor


def mixture_density(x: Tensor, means: Tensor, log_weights: Tensor) -> Tensor:
    total = th.zeros(x.shape[0])
    weights = th.softmax(log_weights, dim=0)
    for k in range(len(means)):
        density = th.exp(-0.5 * (x - means[k]) ** 2)
        th.add(total, weights[k] * density, out=total)  # HAZARD GL205
    return total


th.manual_seed(0)
means = th.tensor([-1.0, 1.0], requires_grad=True)
log_weights = th.zeros(2, requires_grad=True)
opt = th.optim.Adam([means, log_weights], lr=0.05)
x = th.linspace(-4, 4, 50)
observed = 0.3 * th.exp(-0.5 * (x + 2) ** 2) + 0.7 * th.exp(-0.5 * (x - 2) ** 2)
for _ in range(5):
    opt.zero_grad()
    loss = (mixture_density(x, means, log_weights) - observed).pow(2).mean()
    loss.backward()
    opt.step()
