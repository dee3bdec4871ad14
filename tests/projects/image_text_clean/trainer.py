import torch

from ema import Ema
from losses import build_loss


class Trainer:
    def __init__(self, model, cfg):
        self.model = model
        self.cfg = cfg
        self.criterion = build_loss(cfg.loss)
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.optim.lr, weight_decay=cfg.optim.weight_decay)
        self.scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(self.optimizer, cfg.steps)
        self.scaler = torch.amp.GradScaler("cpu")
        self.ema = Ema(model, cfg.optim.ema_decay)
        self.history = []

    def step(self, batch):
        image, text = batch
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = self.model(image, text)
            loss = self.criterion(out)
        self.scaler.scale(loss).backward()
        self.scaler.unscale_(self.optimizer)
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.cfg.optim.clip)
        self.scaler.step(self.optimizer)
        self.scaler.update()
        self.scheduler.step()
        self.ema.update(self.model)
        return loss.item()

    def fit(self, loader):
        self.model.train()
        for batch in loader:
            self.history.append(self.step(batch))
        return self.history
