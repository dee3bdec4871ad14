import torch
from torch import nn
import torch.nn.functional as F


def giou(pred, target):
    inter = torch.minimum(pred, target).prod(dim=1)
    union = pred.prod(dim=1) + target.prod(dim=1) - inter
    return inter / union.clamp(min=1e-6)


class DetectionLoss(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.box_weight = cfg.box_weight

    def box_term(self, pred, target):
        overlap = giou(pred, target)
        return 1.0 - overlap.mean()

    def forward(self, outputs, targets):
        cls = F.cross_entropy(outputs["logits"], targets["labels"])
        box = self.box_term(outputs["boxes"], targets["boxes"])
        return {"cls": cls, "box": self.box_weight * box}
