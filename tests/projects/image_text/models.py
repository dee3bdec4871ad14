import math

import torch
from torch import nn


class Tower(nn.Module):
    def __init__(self, in_dim, dim, depth=2):
        super().__init__()
        layers = []
        width = in_dim
        for _ in range(depth):
            layers += [nn.Linear(width, dim), nn.GELU()]
            width = dim
        self.body = nn.Sequential(*layers)
        self.out = nn.Linear(dim, dim, bias=False)

    def forward(self, x):
        return nn.functional.normalize(self.out(self.body(x)), dim=-1)


class DualEncoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.image = Tower(cfg.image_dim, cfg.dim)
        self.text = Tower(cfg.text_dim, cfg.dim)
        self.logit_scale = nn.Parameter(torch.tensor(math.log(1 / 0.07)))

    @property
    def scale(self):
        return self.logit_scale.exp().item()  # HAZARD GL104

    def forward(self, image, text):
        return {"image": self.image(image), "text": self.text(text), "scale": self.scale}


def build_model(cfg):
    return DualEncoder(cfg)
