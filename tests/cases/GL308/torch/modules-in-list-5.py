# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


def block(n):
    return nn.Sequential(nn.Linear(n, n), nn.GELU())


class Router(nn.Module):
    def __init__(self, dim, experts):
        super().__init__()
        self.gate = nn.Linear(dim, experts)
        self.experts = list(map(lambda _: block(dim), range(experts)))  # HAZARD GL308

    def forward(self, x):
        w = self.gate(x).softmax(-1)
        return sum(w[:, i:i + 1] * e(x) for i, e in enumerate(self.experts))


torch.manual_seed(0)
m = Router(3, 2)
m(torch.randn(4, 3)).sum().backward()
print("OBSERVED", "wrong" if len(list(m.parameters())) == 2 else "clean")
