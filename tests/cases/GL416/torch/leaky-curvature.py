# framework: torch
# verdict: zero
# seen: the second derivative is zero
import torch
from torch import nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.outer = nn.Linear(1, 8), nn.Linear(8, 1)

    def forward(self, x):
        return self.outer(nn.functional.leaky_relu(self.inner(x)))


torch.manual_seed(0)
field = Field()
x = torch.rand(6, 1, requires_grad=True)
slope = torch.autograd.grad(field(x).sum(), x, create_graph=True)[0]
curvature = torch.autograd.grad(slope.sum(), x, create_graph=True)[0]  # HAZARD GL416
assert curvature.abs().max() == 0
loss = (curvature - 1.0).pow(2).mean() + field(x).pow(2).mean()
loss.backward()
print("OBSERVED zero")
