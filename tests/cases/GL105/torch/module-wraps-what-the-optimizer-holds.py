# framework: torch
# verdict: none
# seen: None
import torch
from torch import nn

torch.manual_seed(0)


class Scaled(nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.scale = nn.Parameter(scale)  # HAZARD GL105

    def forward(self, x):
        return x * self.scale


scale = torch.ones(3, requires_grad=True)
optimizer = torch.optim.Adam([scale])
net = Scaled(scale)
for x in torch.randn(3, 4, 3):
    optimizer.zero_grad()
    net(x).pow(2).mean().backward()
    optimizer.step()
assert scale.grad is None
