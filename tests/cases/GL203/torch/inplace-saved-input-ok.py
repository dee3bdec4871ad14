# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class ODEFunc(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 16), nn.Tanh(), nn.Linear(16, dim))

    def forward(self, t, y):
        return self.net(y) * (1 + t)


def midpoint(func, y0, steps, horizon=1.0):
    y, dt = y0, horizon / steps
    path = []
    for i in range(steps):
        half = func(i * dt, y)
        half *= dt / 2
        half += y
        y = y + dt * func((i + 0.5) * dt, half)
        path.append(y)
    return torch.stack(path)


torch.manual_seed(0)
func = ODEFunc(2).double()
y0 = torch.randn(3, 2, dtype=torch.float64, requires_grad=True)


def endpoint(start):
    return midpoint(func, start, steps=4)[-1].pow(2).sum()


right = torch.autograd.gradcheck(endpoint, (y0,))
endpoint(y0).backward()
print("OBSERVED", "clean" if right and all(p.grad.any() for p in func.parameters()) else "wrong")
