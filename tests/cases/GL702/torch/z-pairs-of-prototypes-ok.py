# framework: torch
# verdict: clean
# seen: gradient as expected
import itertools

import torch
from torch import nn


class Prototypes(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(6, 4)

    def centre(self, rows):
        return self.encode(rows).mean(0)

    def forward(self, groups):
        centres = [self.centre(rows) for rows in groups]
        gap = torch.zeros(())
        for first, second in itertools.combinations(range(len(centres)), 2):
            gap = gap + (centres[first] - centres[second]).pow(2).sum().sqrt()
        return -gap


torch.manual_seed(1)
net = Prototypes()
groups = torch.randn(7, 3, 6)
net(groups).backward()
assert net.encode.weight.grad.isfinite().all()
