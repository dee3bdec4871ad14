import torch
from torch import nn


class LoraLinear(nn.Module):
    def __init__(self, inner, rank, scale=1.0):
        super().__init__()
        self.inner = inner
        self.scale = scale
        self.lora_a = nn.Parameter(torch.randn(rank, inner.in_features) * 0.02)
        self.lora_b = nn.Parameter(torch.zeros(inner.out_features, rank))

    def forward(self, x):
        return self.inner(x) + self.scale * (x @ self.lora_a.T) @ self.lora_b.T
