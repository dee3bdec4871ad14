import torch
from torch import nn

MODELS = {}


def register(name):
    def wrap(cls):
        MODELS[name] = cls
        return cls

    return wrap


@register("tiny")
class TinySegmenter(nn.Module):
    def __init__(self, channels, classes):
        super().__init__()
        self.down = nn.Conv2d(3, channels, 3, padding=1)
        self.blocks = [nn.Conv2d(channels, channels, 3, padding=1) for _ in range(2)]  # HAZARD plain-list GL308
        self.up = nn.Conv2d(channels, classes, 1)

    def forward(self, image):
        hidden = torch.relu(self.down(image))
        for block in self.blocks:
            hidden = hidden + torch.relu(block(hidden))
        return self.up(hidden)
