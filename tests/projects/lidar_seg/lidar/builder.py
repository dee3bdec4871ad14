from torch import nn

from . import encoders, heads, losses  # noqa: F401
from .registry import ENCODERS, HEADS, LOSSES


class Segmenter(nn.Module):
    def __init__(self, encoder, head):
        super().__init__()
        self.encoder, self.head = encoder, head

    def forward(self, points):
        return self.head(self.encoder(points))


def build_from(cfg):
    encoder = ENCODERS.build(cfg["encoder"])
    head = HEADS.build(cfg["head"], width=encoder.width)
    return Segmenter(encoder, head), [LOSSES.build(each) for each in cfg["losses"]]
