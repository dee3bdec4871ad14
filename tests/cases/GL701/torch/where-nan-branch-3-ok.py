# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def safe_log_ratio(p, q):
    ok = q > 0
    guarded = torch.where(ok, q, torch.ones_like(q))
    return torch.where(ok, torch.log(p / guarded), torch.zeros_like(p))


def huber(x, delta=1.0):
    a = x.abs()
    return torch.where(a < delta, 0.5 * x ** 2, delta * (a - 0.5 * delta))


def elu(x):
    return torch.where(x > 0, x, torch.exp(x.clamp(max=0)) - 1)


def masked_log(x):
    return torch.where(x > 1e-6, torch.log(x.clamp(min=1e-6)), torch.full_like(x, -13.8))


raw = torch.tensor([0.5, 0.2, 0.0], requires_grad=True)
loss = safe_log_ratio(torch.tensor([0.3, 0.3, 0.4]), raw).sum() + huber(raw - 3).sum() + elu(raw).sum() + masked_log(raw).sum()
loss.backward()
print("OBSERVED", "clean" if raw.grad.isfinite().all() else "nan")
