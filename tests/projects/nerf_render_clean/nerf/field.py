import torch
from torch import nn


class PositionalEncoding:
    def __init__(self, levels):
        self.bands = 2.0 ** torch.arange(levels)

    def __call__(self, x):
        scaled = x[..., None] * self.bands
        return torch.cat([scaled.sin(), scaled.cos()], dim=-1).flatten(-2)


class RadianceField(nn.Module):
    def __init__(self, levels=4, width=32):
        super().__init__()
        self.encode = PositionalEncoding(levels)
        self.trunk = nn.Sequential(nn.Linear(3 * 2 * levels, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.sigma = nn.Linear(width, 1)
        self.rgb = nn.Linear(width, 3)

    def forward(self, points):
        h = self.trunk(self.encode(points))
        return torch.relu(self.sigma(h)).squeeze(-1), torch.sigmoid(self.rgb(h))
