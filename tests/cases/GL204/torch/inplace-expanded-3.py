# framework: torch
# verdict: raises
# seen: RuntimeError: unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor befo
import torch
from torch import nn


class ClassToken(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.token = nn.Parameter(torch.zeros(1, 1, dim))
        self.pos = nn.Parameter(torch.randn(1, 1, dim))

    def forward(self, x):
        cls = (self.token + self.pos).expand(len(x), -1, -1)
        cls = cls.mul_(2.0)  # HAZARD GL204
        return torch.cat([cls + self.pos, x], dim=1)


ClassToken(3)(torch.randn(2, 4, 3)).sum().backward()
