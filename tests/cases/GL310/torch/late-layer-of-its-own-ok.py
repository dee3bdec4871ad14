# framework: torch
# verdict: clean
# seen: a callback, and a probe with an optimizer of its own
import lightning.pytorch as pl
import torch
from torch import nn


class Probe(pl.Callback):
    def on_fit_start(self, trainer, pl_module):
        self.evaluator = nn.Linear(3, 2)
        self.optimizer = torch.optim.Adam(self.evaluator.parameters(), lr=1e-4)


class Model(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 2)

    def on_train_start(self):
        self.centre = torch.zeros(3)
        self.probe = nn.Linear(3, 2)
        self.probe_optimizer = torch.optim.SGD(self.probe.parameters(), lr=0.1)

    def training_step(self, batch, index):
        x, y = batch
        return nn.functional.cross_entropy(self.body(x), y)

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=1e-3)
