import torch

from .losses import InBatchSoftmax


class Fit:
    def __init__(self, model, cfg):
        self.model = model
        self.criterion = InBatchSoftmax()
        options = dict(lr=cfg.optim.lr, weight_decay=cfg.optim.weight_decay)
        for tower in model.towers.values():
            tower.with_projection(cfg.projection)
        self.optimizer = torch.optim.AdamW(list(self.trained()), **options)

    def trained(self):
        yield from self.model.parameters()
        yield from self.criterion.parameters()

    def step(self, batch):
        self.optimizer.zero_grad()
        q, d = self.model(**batch)
        loss = self.criterion(q, d)
        loss.backward()
        self.optimizer.step()
        return loss.item()
