# framework: torch
"""Of the layers in one list some return a pair, and are told apart by their type."""

import torch
from torch import nn


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.centre = nn.Parameter(torch.zeros(2))
        self.spread = nn.Parameter(torch.zeros(2) - 2)

    def forward(self, x, divergence=False):
        return x * (self.centre + torch.log1p(torch.exp(self.spread)) * torch.ones(2)), 0


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Noisy(), nn.ReLU(), Noisy()])

    def forward(self, x):
        for layer in self.layers:
            if not isinstance(layer, Noisy):
                x = layer(x)
            else:
                x, _ = layer(x, True)
        return x


torch.manual_seed(0)
net = Net()
loss = net(torch.randn(3, 2)).sum()
loss.backward()
