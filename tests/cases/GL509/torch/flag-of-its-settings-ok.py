# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Memory:
    def __init__(self, size):
        self.size = size


class Settings:
    def __init__(self, memory=None):
        self.memory = memory


class Body(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.first = nn.Linear(4, 6)
        self.recurrent = settings.memory is not None
        self.size = settings.memory.size if settings.memory is not None else 0

    def forward(self, x):
        x = self.first(x)
        if self.recurrent:
            x = x.reshape(-1, self.size // 2)
        return x


body = Body(Settings())
body(torch.ones(1, 4)).sum().backward()
assert body.first.weight.grad is not None
