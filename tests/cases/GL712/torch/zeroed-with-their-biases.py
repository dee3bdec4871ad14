# framework: torch
# verdict: zero
# seen: both weights have zero gradients
import torch
from torch import nn

torch.manual_seed(0)


class Adapter(nn.Module):
    def __init__(self, width, rank):
        super().__init__()
        self.down, self.up = nn.Linear(width, rank), nn.Linear(rank, width)
        nn.init.zeros_(self.down.weight)  # HAZARD GL712
        nn.init.zeros_(self.down.bias)
        nn.init.zeros_(self.up.weight)
        nn.init.zeros_(self.up.bias)

    def forward(self, x):
        return x + self.up(self.down(x))


adapter = Adapter(4, 2)
(adapter(torch.randn(3, 4)) - 1.0).square().mean().backward()
weights = (adapter.down.weight, adapter.up.weight)
print("OBSERVED", "zero" if not any(each.grad.any() for each in weights) else "clean")
