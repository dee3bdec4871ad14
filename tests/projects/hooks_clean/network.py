import torch
from torch import nn


class SparseCoder(nn.Module):
    def __init__(self, dim, code):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(dim, code), nn.Softplus())
        self.decoder = nn.Linear(code, dim)

    def forward(self, x):
        return self.decoder(self.encoder(x))


def reset(model):
    with torch.no_grad():
        for p in model.parameters():
            p.mul_(0.5)
