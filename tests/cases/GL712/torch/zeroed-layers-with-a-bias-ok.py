# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Adapter(nn.Module):
    def __init__(self, width, rank):
        super().__init__()
        self.down = nn.Linear(width, rank)
        self.up = nn.Linear(rank, width)
        nn.init.zeros_(self.down.weight)
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return x + self.up(self.down(x))


adapter = Adapter(4, 2)
(adapter(torch.randn(3, 4)) - 1.0).pow(2).mean().backward()
assert adapter.up.weight.grad.abs().max() > 0
