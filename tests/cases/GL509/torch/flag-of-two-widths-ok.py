# framework: torch
# verdict: clean
# seen: gradient as expected; the flag is false where the widths differ
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        self.plain = width != out
        self.body = nn.Linear(width, out)

    def forward(self, x):
        made = self.body(x)
        if not self.plain:
            made = x + made
        return made


net = nn.Sequential(Block(16, 8), Block(8, 8), Block(int(32 * 0.25), 4))
net(torch.randn(2, 16)).sum().backward()
assert net[0].body.weight.grad is not None
