import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self, features, width):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(features, width), nn.Tanh(), nn.Linear(width, width))

    def forward(self, x):
        return self.net(x)
