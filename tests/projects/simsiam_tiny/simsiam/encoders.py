from torch import nn

from .registry import BACKBONES


@BACKBONES.register("mlp")
class MLPEncoder(nn.Module):
    def __init__(self, dim=16, out=8):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 32), nn.ReLU(), nn.Linear(32, out))

    def forward(self, x):
        return self.net(x)


class SiameseModel(nn.Module):
    def __init__(self, encoder, out=8):
        super().__init__()
        self.encoder = encoder
        self.predictor = nn.Sequential(nn.Linear(out, 16), nn.ReLU(), nn.Linear(16, out))

    def forward(self, a, b):
        za, zb = self.encoder(a), self.encoder(b)
        return self.predictor(za), self.predictor(zb), za, zb
