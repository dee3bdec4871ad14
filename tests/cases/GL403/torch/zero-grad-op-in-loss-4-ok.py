# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class RoundSTE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, g):
        return g


def ste_floor(x):
    return x + (torch.floor(x) - x).detach()


class FakeQuant(nn.Module):
    def __init__(self, bits=4):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(0.1))
        self.top = 2 ** (bits - 1) - 1

    def forward(self, x):
        q = RoundSTE.apply(x / self.scale).clamp(-self.top, self.top)
        return ste_floor(q) * self.scale


def signed_sqrt(x):
    return torch.sign(x) * torch.sqrt(x.abs() + 1e-6)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), FakeQuant(), nn.Linear(4, 1))
phase = torch.rand(5, 3) * 9
signed_sqrt(model(phase - phase.floor())).pow(2).mean().backward()
print("OBSERVED", "clean" if model[0].weight.grad.any() else "zero")
