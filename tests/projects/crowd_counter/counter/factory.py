from types import SimpleNamespace

import torch
from torch import nn

from .models import CountHead, DensityNet


def build(cfg: SimpleNamespace):
    model = nn.Sequential(DensityNet(cfg.channels), CountHead(cfg.scale))
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    return model, optimizer
