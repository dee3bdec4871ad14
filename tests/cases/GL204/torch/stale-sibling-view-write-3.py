# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn


class Positional(nn.Module):
    def __init__(self, length, dim):
        super().__init__()
        self.freq = nn.Parameter(torch.rand(dim // 2))
        self.length, self.dim = length, dim

    def forward(self):
        t = torch.arange(self.length).float()[:, None]
        table = torch.zeros(self.length, self.dim)
        sines, cosines = table[:, 0::2], table[:, 1::2]
        sines.copy_(torch.sin(t * self.freq))
        cosines.copy_(torch.cos(t * self.freq))  # HAZARD GL204
        return table


Positional(5, 4)().sum().backward()
