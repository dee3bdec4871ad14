# framework: torch
# verdict: zero
# seen: neither layer ever gets a gradient
import torch
from torch import nn


class Adapter(nn.Module):
    def __init__(self, width, rank):
        super().__init__()
        self.down = nn.Linear(width, rank, bias=False)
        self.up = nn.Linear(rank, width, bias=False)
        nn.init.zeros_(self.down.weight)  # HAZARD GL712
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return x + self.up(self.down(x))


adapter = Adapter(4, 2)
loss = (adapter(torch.randn(3, 4)) - 1.0).pow(2).mean()
loss.backward()
assert adapter.down.weight.grad.abs().max() == 0 and adapter.up.weight.grad.abs().max() == 0
print("OBSERVED zero")
