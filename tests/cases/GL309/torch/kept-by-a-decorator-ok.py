# framework: torch
# verdict: clean
# seen: gradient as expected; the decorator keeps what the method has made
import os
from functools import wraps

import torch
from torch import nn


def once(key):
    def decorate(method):
        @wraps(method)
        def wrapper(self, *args):
            made = getattr(self, key)
            if made is None:
                made = method(self, *args)
                setattr(self, key, made)
            return made

        return wrapper

    return decorate


class Head(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        layers = []
        for _ in range(depth):
            layers.extend([nn.Linear(width, 4), nn.GELU()])
            width = 4
        self.net = nn.Sequential(*layers, nn.Linear(4, 2))

    def forward(self, x):
        return self.net(x)


class Wrapper(nn.Module):
    def __init__(self, net, depth):
        super().__init__()
        self.net = net
        self.depth = depth
        self.head = None

    @once("head")
    def make_head(self, hidden):
        return Head(hidden.shape[1], self.depth).to(hidden)

    def forward(self, x):
        hidden = self.net(x)
        return self.make_head(hidden)(hidden)


model = Wrapper(nn.Linear(3, 5), int(os.environ.get("DEPTH", "2")))
model(torch.randn(2, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
before = model.head.net[0].weight.detach().clone()
model(torch.randn(2, 3)).sum().backward()
optimizer.step()
assert not torch.equal(before, model.head.net[0].weight)
