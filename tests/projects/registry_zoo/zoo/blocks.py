import torch
from torch import nn

from . import registry


@registry.model("ensemble")
class Ensemble(nn.Module):
    def __init__(self, dim, members):
        super().__init__()
        self.members = []
        for i in range(members):
            net = nn.Linear(dim, 1)
            self.add_module(f"member{i}", net)
            self.members.append(net)
        self.weights = nn.Parameter(torch.zeros(members))

    def forward(self, x):
        out = torch.cat([m(x) for m in self.members], dim=1)
        return (out * self.weights.softmax(0)).sum(1)


@registry.model("spline")
class PiecewiseLinear(nn.Module):
    def __init__(self, dim, members):
        super().__init__()
        self.knots = nn.ParameterList([nn.Parameter(torch.randn(dim)) for _ in range(members)])
        self.slopes = nn.ParameterDict({f"s{i}": nn.Parameter(torch.randn(dim)) for i in range(members)})
        self.register_buffer("scale", torch.ones(1))
        self.activations = [nn.ReLU(), nn.ReLU()]

    def forward(self, x):
        total = 0.0
        for i, knot in enumerate(self.knots):
            total = total + (self.activations[i % 2](x - knot) * self.slopes[f"s{i}"]).sum(1)
        return total * self.scale
