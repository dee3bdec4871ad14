# framework: torch
# verdict: clean
# seen: weights are masked or clamped through .data before each use, so backward finds what forward used
import torch
from torch import nn

torch.manual_seed(0)


class Masked(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 3)
        self.register_buffer("mask", torch.tril(torch.ones(3, 3)))

    def forward(self, x):
        self.inner.weight.data *= self.mask
        return self.inner(x)


class Bounded(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 3)

    def forward(self, x):
        self.inner.weight.data.clamp_(-0.1, 0.1)
        return torch.tanh(self.inner(x))


x = torch.randn(2, 3, dtype=torch.double, requires_grad=True)
for layer in (Masked().double(), Bounded().double()):
    h = x
    for _ in range(3):
        h = layer(h)
    h.sum().backward()
    assert torch.autograd.gradcheck(lambda given: layer(layer(given)).sum(), (x,))
