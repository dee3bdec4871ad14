# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [4, 2]], which is out
import torch
from torch import nn


class EulerODE(nn.Module):
    def __init__(self, dim, steps=3):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(dim, 8), nn.Tanh(), nn.Linear(8, dim))
        self.steps = steps

    def forward(self, y):
        y = y.clone()
        for _ in range(self.steps):
            y += self.f(y) / self.steps  # HAZARD GL203
        return y


torch.manual_seed(0)
EulerODE(2)(torch.randn(4, 2)).sum().backward()
