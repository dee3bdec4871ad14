# framework: torch
# verdict: clean
# seen: True
import numpy as np
import torch as th
from torch import nn


class RobustLoss(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.delta = 1.0 / np.sqrt(width)

    def forward(self, pred, target):
        gap = (pred - target) / self.delta
        return (self.delta ** 2 * (th.sqrt(1.0 + gap ** 2) - 1.0)).mean()


def report(pred, target):
    errors = np.abs(pred.detach().numpy() - target.numpy())
    return float(np.percentile(errors, 90)), float(np.mean(errors))


th.manual_seed(0)
rng = np.random.default_rng(0)
x = th.from_numpy(np.float32(rng.normal(size=(16, 6))))
y = th.from_numpy(np.float32(np.sin(x.numpy().sum(axis=1, keepdims=True))))
net = nn.Linear(6, 1)
criterion = RobustLoss(width=4)
out = net(x)
loss = criterion(out, y)
loss.backward()
p90, mae = report(out, y)
gap = (out - y).detach()
by_hand = ((gap / th.sqrt(1.0 + (gap / 0.5) ** 2)) / 16 * x).sum(0, keepdim=True)
print("OBSERVED", "clean" if th.allclose(net.weight.grad, by_hand, atol=1e-6) else "wrong", p90 >= mae)
