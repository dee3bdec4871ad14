# framework: torch
# verdict: clean
# seen: the parts are summed, returned and forgotten with the step
import lightning as L
import torch
from torch import nn


class Multi(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)
        self.parts = []

    def training_step(self, batch, index):
        self.parts.clear()
        out = self.net(batch)
        self.parts.append(out.square().mean())
        self.parts.append(out.abs().mean())
        return sum(self.parts)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


print("OBSERVED clean")
