# framework: torch
# verdict: raises
# seen: RuntimeError: Output 0 of Split is a view and is being modified inplace. This view is the output of a function that returns multiple views. Such funct
import torch
from torch import nn


class Rotary(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)

    def forward(self, x, cos, sin):
        q = self.proj(x)
        a, b = torch.split(q, q.shape[-1] // 2, dim=-1)
        a.mul_(cos)  # HAZARD GL204
        b.mul_(sin)  # HAZARD GL204
        return q


Rotary(4)(torch.randn(2, 4), torch.ones(2), torch.ones(2)).sum().backward()
