# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [1, 3, 4, 4]], which
import torch
from torch import nn


class SqueezeExcite(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv = nn.Conv2d(c, c, 3, padding=1)
        self.gate = nn.Conv2d(c, c, 1)

    def forward(self, x):
        y = self.conv(x)
        g = torch.sigmoid(self.gate(y.mean((2, 3), keepdim=True)))
        z = y * g
        y.add_(x)  # HAZARD GL203
        return z + y


torch.manual_seed(0)
SqueezeExcite(3)(torch.randn(1, 3, 4, 4)).mean().backward()
