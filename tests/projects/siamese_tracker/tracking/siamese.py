import torch
from torch import nn

from .backbone import Backbone
from .correlate import xcorr


class SiamFC(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = Backbone()
        self.scale = nn.Parameter(torch.tensor(1e-2))

    def forward(self, exemplar, search):
        return self.scale * xcorr(self.backbone(search), self.backbone(exemplar))
