import torch
from torch import nn

from .registry import ENCODERS


@ENCODERS.register
class PointEncoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.lift = nn.Linear(3, width)
        self.mix = nn.Linear(2 * width, width)

    def forward(self, points):
        h = torch.relu(self.lift(points))
        pooled = h.max(dim=1, keepdim=True).values
        h = self.mix(torch.cat([h, pooled.expand_as(h)], dim=-1))
        length = h.norm(dim=-1, keepdim=True)
        h /= length  # HAZARD GL203
        return h
