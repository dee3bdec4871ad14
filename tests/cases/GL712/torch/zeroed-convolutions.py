# framework: torch
# verdict: zero
# seen: neither convolution ever gets a gradient
import torch
from torch import nn


class LoRAConv(nn.Module):
    def __init__(self, conv, rank=4, alpha=8):
        super().__init__()
        self.conv = conv.requires_grad_(False)
        self.down = nn.Conv2d(conv.in_channels, rank, 1, bias=False)
        self.up = nn.Conv2d(rank, conv.out_channels, 1, bias=False)
        self.scale = alpha / rank
        self.reset()

    def reset(self):
        nn.init.zeros_(self.down.weight)  # HAZARD GL712
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return self.conv(x) + self.scale * self.up(self.down(x))


layer = LoRAConv(nn.Conv2d(3, 5, 1))
layer(torch.randn(2, 3, 4, 4)).pow(2).mean().backward()
assert layer.down.weight.grad.abs().max() == 0 and layer.up.weight.grad.abs().max() == 0
print("OBSERVED zero")
