# framework: torch
# verdict: none
# seen: True
from functools import partial

import torch
from torch import nn
from torch.nn import functional as F


def quantile_loss(pred, target, q):
    gap = target - pred
    return torch.maximum(q * gap, (q - 1) * gap).mean()


def run(model, losses, x, y, opt):
    for _ in range(4):
        opt.zero_grad()
        pred = model(x)
        loss = sum(fn(pred[:, i], y) for i, fn in enumerate(losses)) / len(losses)
        loss = loss.clone().detach().requires_grad_(True)  # HAZARD GL106
        loss.backward()
        opt.step()
    return loss


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 10), nn.GELU(), nn.Linear(10, 3))
opt = torch.optim.RMSprop(model.parameters(), lr=1e-2)
losses = [partial(quantile_loss, q=0.1), F.mse_loss, partial(quantile_loss, q=0.9)]
x, y = torch.randn(12, 5), torch.randn(12)
last = run(model, losses, x, y, opt)
print("OBSERVED", "none" if all(p.grad is None for p in model.parameters()) else "clean", last.item() > 0)
