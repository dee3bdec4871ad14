import torch
from torch import nn

from .freeze import evaluating


class SpeakerNet(nn.Module):
    def __init__(self, backbone, speakers):
        super().__init__()
        self.backbone = backbone
        self.centroids = nn.Parameter(torch.randn(speakers, 8))
        self.log_gain = nn.Parameter(torch.zeros(()))

    @property
    def gain(self):
        return torch.tensor(self.log_gain.exp().item())  # HAZARD GL102

    def embed(self, x):
        with evaluating(self.backbone) as body:  # HAZARD GL402
            return body(x)

    def forward(self, x):
        return self.gain * nn.functional.normalize(self.embed(x), dim=-1) @ nn.functional.normalize(self.centroids, dim=-1).T
