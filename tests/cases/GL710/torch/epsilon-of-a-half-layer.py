# framework: torch
# verdict: nan
# seen: 1e-8 is zero in float16, and 0 / 0 is NaN
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, eps=1e-8):
        super().__init__()
        self.eps = eps
        self.gain = nn.Parameter(torch.ones(8))

    def forward(self, x):
        return self.gain * x / torch.sqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)  # HAZARD GL710


norm = Norm().half()
x = torch.zeros(2, 8, dtype=torch.float16, requires_grad=True)
norm(x).sum().backward()
assert torch.isnan(x.grad).all()
print("OBSERVED nan")
