# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class EulerODE(nn.Module):
    def __init__(self, dim, steps=3):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(dim, 8), nn.Tanh(), nn.Linear(8, dim))
        self.steps = steps

    def forward(self, y, keep=False):
        path = [y]
        for _ in range(self.steps):
            dy = self.f(y)
            dy /= self.steps
            y = y + dy
            path.append(y)
        return torch.stack(path) if keep else y


class Residual(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(c, c, 3, padding=1), nn.Conv2d(c, c, 3, padding=1)
        self.bn1, self.bn2 = nn.BatchNorm2d(c), nn.BatchNorm2d(c)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += x
        return self.relu(out)


torch.manual_seed(0)
ode, res = EulerODE(2), Residual(2)
loss = ode(torch.randn(4, 2), keep=True).pow(2).sum() + res(torch.randn(2, 2, 4, 4)).sum()
loss.backward()
print("OBSERVED", "clean" if ode.f[0].weight.grad.any() and res.conv1.weight.grad.any() else "wrong")
