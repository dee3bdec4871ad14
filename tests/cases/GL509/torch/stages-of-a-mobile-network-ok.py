# framework: torch
# verdict: clean
# seen: gradient as expected; a block that changes the width has no residual path
import torch
from torch import nn


class Inverted(nn.Module):
    def __init__(self, inp, out, stride, factor):
        super().__init__()
        self.residual = stride == 1 and inp == out
        self.conv = nn.Sequential(nn.Conv2d(inp, inp * factor, 1), nn.Conv2d(inp * factor, out, 1, stride))

    def forward(self, x):
        return x + self.conv(x) if self.residual else self.conv(x)


class Mobile(nn.Module):
    def __init__(self, factor, width=1.0):
        super().__init__()
        channels = int(32 * width)
        self.first = nn.Conv2d(3, channels, 1)
        self.stages = nn.ModuleList([])
        for t, c, n, s in [[1, 16, 1, 1], [factor, 24, 2, 1], [factor, 32, 3, 2]]:
            out = int(c * width)
            layers = []
            for stride in [s] + [1] * (n - 1):
                layers.append(Inverted(channels, out, stride, t))
                channels = out
            self.stages.append(nn.Sequential(*layers))

    def forward(self, x):
        x = self.first(x)
        x = self.stages[0](x)
        x = self.stages[1](x)
        return self.stages[2](x)


net = Mobile(6, width=0.5)
net(torch.randn(2, 3, 8, 8)).sum().backward()
assert net.first.weight.grad is not None
