from torch import nn

__all__ = ["build"]


def build(dim, classes, dropout=0.0):
    return nn.Sequential(nn.Linear(dim, 24), nn.ReLU(), nn.Dropout(dropout), nn.Linear(24, classes))
