# framework: torch
# verdict: wrong
# seen: the weights never move
import lightning
import torch
from torch import nn


class Base(lightning.LightningModule):
    automatic_optimization = False

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-3)


class Coder(Base):
    def __init__(self):
        super().__init__()
        self.into, self.out = nn.Linear(3, 2), nn.Linear(2, 3)

    def training_step(self, batch, batch_idx):
        self.optimizers().zero_grad()
        code = self.into(batch)
        self.manual_backward((self.out(code) - batch).pow(2).mean() + code.abs().mean())  # HAZARD GL613
