import torch
from torch import nn


class Neck(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.lateral = nn.Conv2d(width, width, 1)
        self.smooth = nn.Conv2d(width, width, 3, padding=1)

    def forward(self, c):
        return self.smooth(torch.relu(self.lateral(c)))


class Detector(nn.Module):
    def __init__(self, hidden, classes):
        super().__init__()
        self.stem = nn.Conv2d(3, hidden, 3, stride=2, padding=1)
        self.neck = Neck(hidden)
        self.cls_head = nn.Conv2d(hidden, classes, 1)
        self.box_head = nn.Conv2d(hidden, 4, 1)

    def forward(self, images):
        features = self.neck(torch.relu(self.stem(images)))
        return {"logits": self.cls_head(features), "boxes": self.box_head(features).exp()}


def build_detector(cfg):
    return Detector(cfg.hidden, cfg.classes)
