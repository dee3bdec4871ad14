# framework: torch
# verdict: clean
# seen: only blocks that keep the width add their input
import torch
from torch import nn


class Dense(nn.Module):
    def __init__(self, inside, outside, residual=False):
        super().__init__()
        self.linear = nn.Linear(inside, outside)
        self.residual = residual and (inside == outside)

    def forward(self, x):
        out = torch.tanh(self.linear(x))
        if self.residual:
            out = out + x
        return out


layers = []
for i in range(6):
    layers.append(Dense(128 if i == 0 else 256, 256, True))
x = torch.randn(100, 128)
for layer in layers:
    x = layer(x)
x.sum().backward()
print("OBSERVED clean")
