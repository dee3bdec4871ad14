# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Partition(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(1, 4)

    def forward(self, x):
        d = (x - 0.5) / 2
        left, middle, right = d <= -0.25, (d <= 0.25) & (d > -0.25), d > 0.25
        y = torch.tanh(self.body(x))
        y0 = 0
        return left * y0 + middle * y + right * y * 2


x = torch.linspace(0, 1, 5).reshape(-1, 1).requires_grad_()
out = Partition()(x)
assert torch.autograd.grad(out.sum(), x)[0].shape == x.shape
