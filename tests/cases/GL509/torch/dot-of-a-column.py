# framework: torch
# verdict: raises
# seen: RuntimeError: 1D tensors expected, but got 2D and 2D tensors
import torch
from torch import nn


class Score(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 1))

    def forward(self, column):
        return torch.dot(self.weight, column)  # HAZARD GL509


Score()(torch.ones(4, 1)).backward()
