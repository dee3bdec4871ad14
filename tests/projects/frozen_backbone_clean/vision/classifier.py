import torch
from torch import nn

from vision.backbones import load_backbone


class Classifier(nn.Module):
    def __init__(self, classes, pretrained=True):
        super().__init__()
        self.backbone = load_backbone(pretrained)
        self.heads = nn.ModuleDict({"main": nn.Linear(self.backbone.out_dim, classes), "aux": nn.Linear(self.backbone.out_dim, 2)})

    def forward(self, x, head="main"):
        return self.heads[head](self.backbone(x))
