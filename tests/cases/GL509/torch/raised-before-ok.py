# framework: torch
# verdict: clean
# seen: an error comes first
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.channels = channels
        self.gamma = nn.Parameter(torch.ones(channels))

    def forward(self, x):
        B, C, H, W = x.shape
        if C != self.channels:
            raise ValueError(C)
        return x * self.gamma.reshape(1, C, 1, 1)


norm = Norm(16)
norm(torch.randn(2, 16, 4, 4)).sum().backward()
try:
    norm(torch.randn(2, 32, 4, 4))
except ValueError:
    print("as expected")
