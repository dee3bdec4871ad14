# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Shard(nn.Module):
    """What is trained of it is asked for by whoever makes the optimizer."""

    def __init__(self, sizes):
        super().__init__()
        self.parts = [nn.Parameter(torch.ones(size), requires_grad=i == 0) for i, size in enumerate(sizes)]

    def trainable(self):
        return [self.parts[0]]

    def forward(self, x):
        return x * torch.cat(self.parts)
