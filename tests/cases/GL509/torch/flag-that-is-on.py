# framework: torch
# verdict: raises
# seen: RuntimeError: shape '[-1, 4]' is invalid for input of size 6
import torch
from torch import nn


class Body(nn.Module):
    def __init__(self, memory=None):
        super().__init__()
        self.first = nn.Linear(4, 6)
        self.recurrent = memory is not None

    def forward(self, x):
        x = self.first(x)
        if self.recurrent:
            x = x.reshape(-1, 4)  # HAZARD GL509
        return x


Body(memory=16)(torch.ones(1, 4)).sum().backward()
