# framework: torch
# verdict: clean
# seen: made once, whichever of the two it is
import sys

import torch
from torch import nn


def wide(size):
    return nn.Sequential(nn.Linear(size, 8), nn.ReLU(), nn.Linear(8, 2))


def narrow(size):
    return nn.Sequential(nn.Linear(size, 2))


class Lazy(nn.Module):
    def __init__(self, thin):
        super().__init__()
        self.thin = thin
        self.head = None

    def forward(self, x):
        if self.head is None:
            if self.thin:
                made = narrow(x.shape[-1])
            else:
                made = wide(x.shape[-1])
            self.head = made
        return self.head(x)


net = Lazy(len(sys.argv) > 5)
net(torch.randn(2, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    optimizer.zero_grad()
    net(x).pow(2).mean().backward()
    optimizer.step()
assert all(each.grad is not None for each in net.parameters())
