import torch
from torch import nn
import torch.nn.functional as F


class Forecaster(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.cell = nn.GRU(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        states, _ = self.cell(x)
        return self.out(states[:, -1])

    def loss(self, x, y):
        return F.mse_loss(self(x), y)  # HAZARD GL510
