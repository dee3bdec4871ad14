import torch
from torch.optim.lr_scheduler import LambdaLR


class Loop:
    def __init__(self, model, losses, cfg):
        self.model, self.losses, self.cfg = model, losses, cfg
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=cfg["lr"])
        self.schedule = LambdaLR(self.optimizer, lambda step: min(1.0, (step + 1) / cfg["warmup"]))

    def epoch(self, sweeps):
        total = 0.0
        for points, labels in sweeps:
            self.optimizer.zero_grad()
            logits = self.model(points)
            loss = sum(each(logits, labels) for each in self.losses)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.cfg["clip"])
            self.optimizer.step()
            self.schedule.step()
            total += loss.item()
        return total
