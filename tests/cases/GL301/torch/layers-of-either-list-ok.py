# framework: torch
# verdict: clean
# seen: gradient as expected
import sys

import torch
from torch import nn


def built(sizes):
    hidden, output = [], []
    for i in range(len(sizes) - 1):
        if i < len(sizes) - 2:
            layers = hidden
        else:
            layers = output
        layers.append(nn.Linear(sizes[i], sizes[i + 1]))
        layers.append(nn.Sigmoid())
    return nn.Sequential(*(hidden + output))


class Players(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.maker = built(sizes)
        self.judge = built(sizes)
        self.optimizer = torch.optim.SGD(self.judge.parameters(), lr=0.1)

    def forward(self, noise):
        made = self.maker(noise).detach()
        self.optimizer.zero_grad()
        loss = nn.functional.binary_cross_entropy(self.judge(made), torch.ones_like(made))
        loss.backward()
        self.optimizer.step()
        return loss



players = Players([3] * (len(sys.argv) + 2))
assert players(torch.randn(4, 3)).requires_grad
assert all(weight.grad is not None for weight in players.judge.parameters())
