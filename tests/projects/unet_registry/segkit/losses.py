import torch
import torch.nn as nn
import torch.nn.functional as F

from .registry import LOSSES


@LOSSES.register("dice")
class DiceLoss(nn.Module):
    def __init__(self, smooth=1.0):
        super().__init__()
        self.smooth = smooth

    def forward(self, logits, target):
        pred = logits.argmax(dim=1)  # HAZARD argmax-dice GL403
        inter = (pred * target).sum()
        total = pred.sum() + target.sum()
        return 1 - (2 * inter + self.smooth) / (total + self.smooth)


@LOSSES.register("combo")
class ComboLoss(nn.Module):
    def __init__(self, dice_weight=0.5):
        super().__init__()
        self.dice = DiceLoss()
        self.dice_weight = dice_weight

    def forward(self, logits, target):
        ce = F.cross_entropy(logits, target)
        return ce + self.dice_weight * self.dice(logits, target)
