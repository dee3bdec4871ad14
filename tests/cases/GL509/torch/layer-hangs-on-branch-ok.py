# framework: torch
# verdict: clean
# seen: the width of a layer, and what it is given, hang on the same switch
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.dense = nn.Linear(width, 4)

    def forward(self, x):
        return self.dense(x)


class Pooled(nn.Module):
    def __init__(self, both):
        super().__init__()
        self.both = both
        if both:
            self.head = Head(6)
            self.first = nn.Sequential(nn.Linear(6, 6), nn.Tanh())
        else:
            self.head = Head(3)
            self.first = nn.Conv1d(1, 1, 3, padding=1)

    def forward(self, x):
        if self.both:
            return self.head(self.first(torch.cat([x.amax(1), x.mean(1)], dim=1).view(2, 6)))
        return self.head(self.first(x.mean(1).view(2, 1, 3)).view(2, 3))


def chosen(wide):
    layer = nn.Linear(8, 2) if wide else nn.Linear(4, 2)
    x = torch.ones(3, 8) if wide else torch.ones(3, 4)
    layer(x).sum().backward()
    return layer


for switch in (True, False):
    Pooled(switch)(torch.randn(2, 5, 3)).sum().backward()
    assert chosen(switch).weight.grad is not None
