# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import Tensor


def mixture_density(x: Tensor, means: Tensor, log_weights: Tensor) -> Tensor:
    total = th.zeros(x.shape[0])
    weights = th.softmax(log_weights, dim=0)
    for k in range(len(means)):
        total = total + weights[k] * th.exp(-0.5 * (x - means[k]) ** 2)
    return total


def standardise(x: Tensor) -> Tensor:
    out = th.empty_like(x)
    th.sub(x, x.mean(), out=out)
    th.div(out, x.std(), out=out)
    return out


th.manual_seed(0)
means = th.tensor([-0.2, 0.2], dtype=th.float64, requires_grad=True)
log_weights = th.zeros(2, dtype=th.float64, requires_grad=True)
x = standardise(th.linspace(-4, 4, 50, dtype=th.float64))
observed = 0.3 * th.exp(-0.5 * (x + 1) ** 2) + 0.7 * th.exp(-0.5 * (x - 1) ** 2)


def objective(m, w):
    return (mixture_density(x, m, w) - observed).pow(2).mean()


right = th.autograd.gradcheck(objective, (means, log_weights))
opt = th.optim.Adam([means, log_weights], lr=0.05)
for _ in range(60):
    opt.zero_grad()
    objective(means, log_weights).backward()
    opt.step()
spread = th.empty(2, dtype=th.float64)
th.mul(means.detach(), 2.0, out=spread)
print("OBSERVED", "clean" if right and spread.abs().min() > 1.0 else "wrong")
