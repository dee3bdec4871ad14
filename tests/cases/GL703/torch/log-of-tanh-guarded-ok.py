# framework: torch
# verdict: clean
# seen: an epsilon, a clamp, the stable formula, or another power than the square
import math

import torch

x = torch.tensor([0.5, 20.0, -20.0], requires_grad=True)
y = torch.tanh(x)
guarded = torch.log(1 - y.pow(2) + 1e-6).sum()
clamped = torch.log(torch.clamp(1 - y**2, min=1e-6)).sum()
stable = (2 * (math.log(2) - x - torch.nn.functional.softplus(-2 * x))).sum()
other = torch.log(2 - y * y).sum() + torch.log(1 + y * y).sum()
(guarded + clamped + stable + other).backward()
assert torch.isfinite(x.grad).all()
