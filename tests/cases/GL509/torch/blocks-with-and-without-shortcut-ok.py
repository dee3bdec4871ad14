# framework: torch
# verdict: clean
# seen: gradient as expected; only blocks of equal width add their input
import os

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        self.has_shortcut = width == out
        self.body = nn.Linear(width, out)

    def forward(self, x):
        if self.has_shortcut:
            return x + self.body(x)
        return self.body(x)


def stacked(count, width, out):
    layers = []
    for _ in range(count):
        layers.append(Block(width, out))
        width = out
    return nn.Sequential(*layers)


net = stacked(int(os.environ.get("BLOCKS", "2")), 16, 8)
net(torch.randn(2, 16)).sum().backward()
assert net[0].body.weight.grad is not None
