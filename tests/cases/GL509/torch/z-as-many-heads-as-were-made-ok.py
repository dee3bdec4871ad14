# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Heads(nn.Module):
    def __init__(self, width, count):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(width, width // count) for _ in range(count)])
        self.out = nn.Linear(width, width)

    def forward(self, x):
        parts = []
        for head in self.heads:
            parts.append(head(x))
        one_by_one = self.out(torch.cat(parts, dim=-1))
        return one_by_one + self.out(torch.cat([head(x) for head in self.heads], dim=-1))


net = Heads(24, 12)
net(torch.randn(2, 5, 24)).sum().backward()
assert net.out.weight.grad is not None
