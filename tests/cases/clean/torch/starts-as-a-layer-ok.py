# framework: torch
# verdict: clean
# seen: the parameter starts at the weights of a layer
import torch
from torch import nn


class Prototypes(nn.Module):
    """One trained vector per class, which starts as the rows of a linear layer do."""

    def __init__(self, classes, width):
        super().__init__()
        start = nn.Linear(width, classes)
        self.vectors = nn.Parameter(start.weight.data.clone())

    def forward(self, x):
        return -torch.cdist(x, self.vectors)


print("OBSERVED clean")
