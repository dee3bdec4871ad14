# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
import numpy as np
import torch as th
from torch import nn


class RobustLoss(nn.Module):
    def __init__(self, delta=1.0):
        super().__init__()
        self.delta = delta

    def forward(self, pred, target):
        gap = (pred - target) / self.delta
        soft = np.sqrt(1.0 + gap ** 2)  # HAZARD GL101
        return (self.delta ** 2 * (soft - 1.0)).mean()


th.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))
criterion = RobustLoss(delta=0.5)
opt = th.optim.Adam(net.parameters(), lr=1e-3)
x, y = th.randn(16, 6), th.randn(16, 1)
for _ in range(3):
    opt.zero_grad()
    loss = criterion(net(x), y)
    loss.backward()
    opt.step()
