# framework: torch
# verdict: clean
# seen: gradient as expected; the layers are made in the first call and kept
import os

import torch
from torch import nn


class Lazy(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.depth = depth
        self.body = None

    def build(self, width):
        parts = []
        for _ in range(self.depth):
            parts.extend((nn.Linear(width, 6), nn.ReLU()))
            width = 6
        return nn.Sequential(*parts)

    def forward(self, x):
        if self.body is None:
            self.body = self.build(x.shape[-1])
        return self.body(x)


net = Lazy(int(os.environ.get("DEPTH", "2")))
net(torch.randn(2, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
net(torch.randn(2, 3)).sum().backward()
optimizer.step()
assert net.body[0].weight.grad is not None
