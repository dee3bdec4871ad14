import torch
from torch import nn


class FeatureGate(nn.Module):
    """Chooses which input columns the classifier may see."""

    def __init__(self, dim):
        super().__init__()
        self.score = nn.Parameter(0.1 * torch.randn(dim))
        self.threshold = 0.5

    def soft(self):
        return torch.sigmoid(self.score)

    def forward(self, x):
        keep = (self.soft() > self.threshold).to(x.dtype)  # HAZARD hard-threshold GL403
        return x * keep
