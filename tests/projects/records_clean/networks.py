import torch
from torch import nn


class CountRegressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 12), nn.SiLU(), nn.Linear(12, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)

    @torch.no_grad()
    def counts(self, x):
        return self(x).exp().round().long()
