# framework: torch
# verdict: zero
# seen: the gradient of both factors is exactly zero
import torch
from torch import nn


class Low(nn.Linear):
    def __init__(self, inputs, outputs, rank=2):
        super().__init__(inputs, outputs)
        self.weight.requires_grad = False
        self.down = nn.Parameter(torch.empty(rank, inputs))
        self.up = nn.Parameter(torch.empty(outputs, rank))
        nn.init.constant_(self.down, 0.0)  # HAZARD GL712
        nn.init.zeros_(self.up)

    def forward(self, x):
        return super().forward(x) + x @ self.down.t() @ self.up.t()


layer = Low(6, 3)
layer(torch.randn(4, 6)).square().mean().backward()
assert (layer.down.grad == 0).all() and (layer.up.grad == 0).all()
print("OBSERVED zero")
