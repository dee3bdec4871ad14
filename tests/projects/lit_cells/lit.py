import lightning as L
import torch
import torch.nn.functional as F
from torch import nn

from blocks import TinyUNet
from criterion import iou, soft_dice


class LitSegmenter(L.LightningModule):
    def __init__(self, classes=3, lr=1e-3, dice_weight=0.5):
        super().__init__()
        self.save_hyperparameters()
        self.net = TinyUNet(classes)
        self.step_losses = []

    def forward(self, x):
        return self.net(x)

    def _losses(self, batch):
        image, mask = batch
        logits = self(image)
        ce = F.cross_entropy(logits, mask)
        return ce, soft_dice(logits, mask), iou(logits.detach(), mask)

    def on_train_start(self):
        self.net.head = nn.Conv2d(8, self.hparams.classes, 1).to(self.device)  # HAZARD late-head GL310
        nn.init.zeros_(self.net.head.bias)

    def training_step(self, batch, batch_idx):
        ce, dice, score = self._losses(batch)
        loss = ce + self.hparams.dice_weight * dice
        self.step_losses.append(loss)  # HAZARD kept-losses GL604
        self.log("iou", score)
        return loss

    def on_train_epoch_end(self):
        self.log("epoch_loss", torch.stack(self.step_losses).mean())

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=self.hparams.lr)
