# framework: torch
# verdict: wrong
# seen: the weights never move
import lightning
import torch
from torch import nn


class Net(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.body = nn.Linear(3, 1)

    def training_step(self, batch, batch_idx):
        loss = self.body(batch).pow(2).mean()
        self.manual_backward(loss)  # HAZARD GL613
        self.log("loss", loss)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)
