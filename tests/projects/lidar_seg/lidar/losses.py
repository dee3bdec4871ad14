import torch
import torch.nn.functional as F
from torch import nn

from .registry import LOSSES


class Weighted(nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def forward(self, logits, labels):
        return self.weight * self.compute(logits.flatten(0, 1), labels.flatten())


@LOSSES.register
class Focal(Weighted):
    def __init__(self, gamma, weight):
        super().__init__(weight)
        self.gamma = gamma

    def compute(self, logits, labels):
        p = logits.softmax(dim=-1).gather(1, labels[:, None]).squeeze(1)
        return (-((1 - p) ** self.gamma) * torch.log(p)).mean()  # HAZARD GL703


@LOSSES.register
class Lovasz(Weighted):
    def compute(self, logits, labels):
        predicted = F.one_hot(logits.argmax(dim=-1), logits.shape[-1]).float()  # HAZARD GL403
        truth = F.one_hot(labels, logits.shape[-1]).float()
        inter = (predicted * truth).sum(0)
        return 1 - (inter / (predicted + truth - predicted * truth).sum(0).clamp_min(1.0)).mean()
