# framework: torch
# verdict: zero
# seen: zero
import torch
from torch import nn


class FakeQuant(nn.Module):
    def __init__(self, bits=4):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(0.1))
        self.top = 2 ** (bits - 1) - 1

    def forward(self, x):
        return torch.clamp((x / self.scale).round(), -self.top, self.top)  # HAZARD GL403


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), FakeQuant(), nn.Linear(4, 1))
model(torch.randn(5, 3)).pow(2).mean().backward()
print("OBSERVED", "zero" if not model[0].weight.grad.any() else "clean")
