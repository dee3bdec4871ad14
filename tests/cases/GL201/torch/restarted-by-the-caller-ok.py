# framework: torch
# verdict: clean
# seen: the caller fills the weights under no_grad
import torch
from torch import nn


class Prompt(nn.Module):
    def __init__(self, length, width):
        super().__init__()
        self.vectors = nn.Parameter(torch.randn(length, width))

    def forward(self, x):
        return torch.cat([self.vectors, x])

    def restart(self, start):
        """Called under torch.no_grad()."""
        self.vectors.copy_(start)


print("OBSERVED clean")
