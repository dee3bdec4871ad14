# framework: torch
# verdict: clean
# seen: the layer is made once and kept by the decorator, whichever of the two it is
from functools import wraps

import torch
from torch import nn


def singleton(key):
    def inner(fn):
        @wraps(fn)
        def wrapper(self, *args, **kwargs):
            instance = getattr(self, key)
            if instance is not None:
                return instance
            instance = fn(self, *args, **kwargs)
            setattr(self, key, instance)
            return instance
        return wrapper
    return inner


def plain(dim, size):
    return nn.Sequential(nn.Linear(dim, size), nn.ReLU())


def fancy(dim, size):
    return nn.Sequential(nn.Linear(dim, size), nn.BatchNorm1d(size), nn.ReLU())


class Wrapper(nn.Module):
    def __init__(self, net, use_fancy=False):
        super().__init__()
        self.net = net
        self.projector = None
        self.use_fancy = use_fancy

    @singleton('projector')
    def _get(self, hidden):
        _, dim = hidden.shape
        make = plain if not self.use_fancy else fancy
        projector = make(dim, 8)
        return projector.to(hidden)

    def forward(self, x):
        h = self.net(x)
        projector = self._get(h)
        return projector(h)


class Learner(nn.Module):
    def __init__(self, net, use_momentum=len("ab") > 1):
        super().__init__()
        self.online = Wrapper(net, use_fancy=not use_momentum)
        self.forward(torch.randn(2, 3))

    def forward(self, x):
        return self.online(x).pow(2).mean()


learner = Learner(nn.Linear(3, 3))
opt = torch.optim.SGD(learner.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    opt.zero_grad()
    learner(x).backward()
    opt.step()
