from contextlib import ExitStack, nullcontext

import torch

from engine.meters import Meter


class Trainer:
    def __init__(self, model, optimizer, criterion, cfg):
        self.model = model
        self.optimizer = optimizer
        self.criterion = criterion
        self.cfg = cfg
        self.meter = Meter()

    def contexts(self):
        return [torch.autograd.set_detect_anomaly(True) if self.cfg.debug else nullcontext(), torch.enable_grad()]

    def training_step(self, batch):
        x, y = batch
        with ExitStack() as stack:
            for context in self.contexts():
                stack.enter_context(context)
            loss = self.criterion(self.model(x), y)
            self.meter.update(loss.detach(), len(x))
            return loss / self.cfg.accumulate

    def fit(self, loader):
        self.model.train()
        self.optimizer.zero_grad()
        for i, batch in enumerate(loader):
            self.training_step(batch).backward()
            if (i + 1) % self.cfg.accumulate == 0:
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.cfg.clip)
                self.optimizer.step()
                self.optimizer.zero_grad()
        return self.meter.mean()
