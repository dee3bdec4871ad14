# framework: torch
# verdict: none
# seen: training_step returns None, so Lightning skips every batch
import lightning.pytorch as pl
import torch
from torch import nn


class Model(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
        self.criterion = nn.CrossEntropyLoss()

    def training_step(self, batch, index):  # HAZARD GL613
        x, y = batch
        out = self.criterion(self.net(x), y)
        self.log("train/loss", out, prog_bar=True)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
