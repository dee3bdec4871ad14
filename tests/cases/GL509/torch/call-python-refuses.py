# framework: torch
# verdict: raises
# seen: RuntimeError: mat1 and mat2 shapes cannot be multiplied
import torch
from torch import nn


class Grid(nn.Module):
    def __init__(self, levels, size):
        super().__init__()
        self.levels = torch.ones(levels)
        self.growth = torch.ones(2, 3) * size**self.levels


try:
    Grid(16, torch.ones(2, 3), 14)  # one argument too many: the body never runs
except TypeError:
    pass
try:
    Grid(levels=16, size=torch.ones(2, 3), coarse=1)
except TypeError:
    pass
net = nn.Linear(3, 2)
net(torch.ones(4, 5)).sum().backward()  # HAZARD GL509
