import torch
import torch.nn.functional as F

from .base import BaseTrainer


class SegmentationTrainer(BaseTrainer):
    def compute_loss(self, batch):
        images, masks = batch
        return F.binary_cross_entropy_with_logits(self.model(images), masks)

    def fit(self, loader, epochs):
        for epoch in range(epochs):
            total = 0.0
            for batch in loader:
                loss = self.compute_loss(batch)
                self.optimize(loss)
                total += loss.item()
            self.log(epoch=epoch, loss=total / len(loader), iou=self.evaluate(loader))

    @torch.no_grad()
    def evaluate(self, loader):
        self.model.eval()
        inter, union = 0.0, 0.0
        for images, masks in loader:
            predicted = (self.model(images) > 0).to(masks.dtype)
            inter += (predicted * masks).sum().item()
            union += ((predicted + masks) > 0).sum().item()
        self.model.train()
        return inter / max(union, 1.0)
