import torch

from .losses import InBatchSoftmax


class Fit:
    def __init__(self, model, cfg):
        self.model = model
        self.criterion = InBatchSoftmax()
        options = dict(lr=cfg.optim.lr, weight_decay=cfg.optim.weight_decay)
        self.optimizer = torch.optim.AdamW(list(self.trained()), **options)  # HAZARD GL310
        for tower in model.towers.values():
            tower.with_projection(cfg.projection)

    def trained(self):
        yield from self.model.parameters()  # HAZARD GL322

    def step(self, batch):
        self.optimizer.zero_grad()
        q, d = self.model(**batch)
        loss = self.criterion(q, d)
        loss.backward()
        self.optimizer.step()
        return loss.item()
