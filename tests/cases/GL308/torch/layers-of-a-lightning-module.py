# framework: torch
# verdict: none
# seen: the layers in the list are no parameters of the module
import lightning as L
import torch
from torch import nn


class Tower(L.LightningModule):
    def __init__(self, depth=3):
        super().__init__()
        self.first = nn.Linear(4, 8)
        self.blocks = [nn.Linear(8, 8) for _ in range(depth)]  # HAZARD GL308
        self.last = nn.Linear(8, 1)

    def forward(self, x):
        h = self.first(x)
        for block in self.blocks:
            h = torch.relu(block(h))
        return self.last(h)

    def training_step(self, batch, batch_idx):
        return self(batch[0]).square().mean()

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


assert len(list(Tower().parameters())) == 4
print("OBSERVED none")
