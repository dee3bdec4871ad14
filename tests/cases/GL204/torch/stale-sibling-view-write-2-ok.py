# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn


def fourier_features(phase, width):
    out = th.empty(phase.shape[0], 2 * width)
    out[:, :width].copy_(th.cos(phase))
    out[:, width:].copy_(th.sin(phase))
    return out


def grid_features(points):
    out = th.zeros(points.shape[0], 4)
    low, high = out[:, :2], out[:, 2:]
    low.copy_(points.floor())
    high.copy_(points - points.floor())
    return out


class Siren(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.width = width
        self.frequency = nn.Linear(4, width)
        self.head = nn.Linear(2 * width, 1)

    def forward(self, t):
        return self.head(fourier_features(self.frequency(grid_features(t)), self.width))


def reference(model, t):
    phase = model.frequency(grid_features(t))
    return model.head(th.cat([phase.cos(), phase.sin()], dim=1))


th.manual_seed(0)
model, t = Siren(), 3 * th.rand(16, 2)
model(t).pow(2).mean().backward()
got = model.frequency.weight.grad.clone()
model.zero_grad()
reference(model, t).pow(2).mean().backward()
print("OBSERVED", "clean" if th.allclose(got, model.frequency.weight.grad, atol=1e-6) else "wrong")
