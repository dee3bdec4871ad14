# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [10, 4]], which is output 0 of Add, is at version 5; expected version 4 instead. Hint: enable anomaly
import torch
from torch import nn


class ODEFunc(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 16), nn.Tanh(), nn.Linear(16, dim))

    def forward(self, t, y):
        return self.net(y) * (1 + t)


def euler(func, y0, steps, horizon=1.0):
    y = y0.clone()
    dt = horizon / steps
    for i in range(steps):
        dy = func(i * dt, y)
        y += dt * dy  # HAZARD GL203
    return y


torch.manual_seed(0)
encoder, func = nn.Linear(3, 4), ODEFunc(4)
opt = torch.optim.Adam([*encoder.parameters(), *func.parameters()], lr=1e-2)
x, y = torch.randn(10, 3), torch.randn(10, 4)
opt.zero_grad()
loss = (euler(func, encoder(x), steps=5) - y).pow(2).mean()
loss.backward()
opt.step()
