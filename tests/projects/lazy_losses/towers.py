import torch
from torch import nn


class Towers(nn.Module):
    def __init__(self, left, right, out=8):
        super().__init__()
        self.left = nn.Linear(left, out)
        self.right = nn.Linear(right, out)
        self.log_temperature = nn.Parameter(torch.tensor(-1.0))

    def forward(self, a, b):
        return self.left(a), self.right(b), self.log_temperature.exp()
