# framework: torch
# verdict: clean
# seen: the other factor begins with ones
import torch
from torch import nn


class Low(nn.Module):
    def __init__(self, inputs, outputs, rank=2):
        super().__init__()
        self.down = nn.Parameter(torch.empty(rank, inputs))
        self.up = nn.Parameter(torch.empty(outputs, rank))
        nn.init.constant_(self.down, 1.0)
        nn.init.constant_(self.up, 0.0)

    def forward(self, x):
        return x @ self.down.t() @ self.up.t()


layer = Low(6, 3)
(layer(torch.randn(4, 6)) - 1).square().mean().backward()
assert (layer.up.grad != 0).any()
