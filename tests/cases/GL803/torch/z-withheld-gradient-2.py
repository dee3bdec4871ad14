# framework: torch
# verdict: none
# seen: the gradient of the step size is None
import torch
from torch import nn


class Quantise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, weight, size, levels):
        return (weight / size).round().clamp(-levels, levels) * size

    @staticmethod
    def backward(ctx, upstream):
        passed = upstream.clone()
        return passed, None, None  # HAZARD GL803


class Coarse(nn.Linear):
    def __init__(self, wide, narrow):
        super().__init__(wide, narrow)
        self.size = nn.Parameter(torch.tensor(0.1))

    def forward(self, x):
        return nn.functional.linear(x, Quantise.apply(self.weight, self.size, 7), self.bias)


coarse = Coarse(4, 2)
optimizer = torch.optim.Adam(coarse.parameters(), lr=1e-2)
for _ in range(2):
    optimizer.zero_grad()
    coarse(torch.randn(5, 4)).pow(2).mean().backward()
    optimizer.step()
assert coarse.size.grad is None and coarse.weight.grad is not None
print("OBSERVED none")
