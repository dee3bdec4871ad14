# framework: torch
# verdict: none
# seen: experts built by a registry and kept as a tuple in a property-backed attribute: not in parameters()
from functools import partial

import torch
import torch.nn as nn

BUILDERS = {}


def builder(name):
    def deco(fn):
        BUILDERS[name] = fn
        return fn

    return deco


@builder("mlp")
def build_mlp(dim, hidden=8):
    return nn.Sequential(nn.Linear(dim, hidden), nn.GELU(), nn.Linear(hidden, dim))


@builder("linear")
def build_linear(dim):
    return nn.Linear(dim, dim)


class Router(nn.Module):
    def __init__(self, dim, n):
        super().__init__()
        self.gate = nn.Linear(dim, n)

    def forward(self, x):
        return self.gate(x).softmax(-1)


class MixtureLayer(nn.Module):
    def __init__(self, dim, kinds=("mlp", "linear", "mlp")):
        super().__init__()
        makers = [partial(BUILDERS[k], dim) for k in kinds]
        self._experts = tuple(make() for make in makers)  # HAZARD GL308
        self.router = Router(dim, len(kinds))

    @property
    def experts(self):
        return self._experts

    def forward(self, x):
        weights = self.router(x)
        outs = torch.stack([e(x) for e in self.experts], dim=-1)
        return (outs * weights.unsqueeze(1)).sum(-1)


def main():
    torch.manual_seed(0)
    layer = MixtureLayer(4)
    opt = torch.optim.Adam(layer.parameters(), lr=1e-2)
    x = torch.randn(8, 4)
    for _ in range(3):
        loss = (layer(x) - x).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return layer


if __name__ == "__main__":
    layer = main()
    assert [n for n, _ in layer.named_parameters()] == ["router.gate.weight", "router.gate.bias"]
    assert layer.experts[1].weight.grad is not None
