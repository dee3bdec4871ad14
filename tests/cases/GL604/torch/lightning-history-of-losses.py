# framework: torch
# verdict: leak
# seen: the graphs of all batches stay alive until the epoch ends
import lightning.pytorch as pl
import torch
from torch import nn


class Model(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.line = nn.Linear(3, 1)
        self.history = {"loss": []}

    def training_step(self, batch, index):
        x, y = batch
        loss = nn.functional.mse_loss(self.line(x), y)
        self.history["loss"].append(loss)  # HAZARD GL604
        return loss

    def on_train_epoch_end(self):
        self.log("epoch", torch.stack(self.history["loss"]).mean())
        self.history["loss"].clear()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)
