# framework: torch
# verdict: wrong
# seen: parameters() is empty
import torch
from torch import nn


class Scales(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.parts = [nn.Parameter(torch.ones(size)) for size in sizes]  # HAZARD GL308

    def count(self):
        return len(self.parts)

    def forward(self, x):
        return x * torch.cat(self.parts)


net = Scales([2, 3])
assert net.count() == 2 and not list(net.parameters())
net(torch.ones(5)).sum().backward()
