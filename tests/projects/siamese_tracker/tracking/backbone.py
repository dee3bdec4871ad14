import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.conv1 = nn.Conv2d(3, width, 3, padding=1)
        self.conv2 = nn.Conv2d(width, width, 3, padding=1)

    def forward(self, x):
        x = torch.sigmoid(self.conv1(x))
        y = self.conv2(x)
        x += y  # HAZARD add-into-sigmoid GL203
        return x
