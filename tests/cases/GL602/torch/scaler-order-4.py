# framework: torch
# verdict: wrong
# seen: the helper clips scaled gradients, unscale_ comes after: the step is far too short
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class AmpConfig:
    enabled: bool = True
    init_scale: float = 2.0**12
    max_norm: float = 1.0


class AmpTrainer:
    def __init__(self, model, cfg):
        self.model, self.cfg = model, cfg
        self.opt = torch.optim.SGD(model.parameters(), lr=1.0)
        self.scaler = torch.amp.GradScaler("cpu", init_scale=cfg.init_scale, enabled=cfg.enabled)

    def _clip(self):
        if self.cfg.max_norm > 0:
            return nn.utils.clip_grad_norm_(self.model.parameters(), self.cfg.max_norm)  # HAZARD GL602

    def train_step(self, batch):
        x, y = batch
        self.opt.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.cfg.enabled):
            loss = F.cross_entropy(self.model(x), y)
        self.scaler.scale(loss).backward()
        self._clip()
        self.scaler.unscale_(self.opt)
        self.scaler.step(self.opt)
        self.scaler.update()
        return loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    model = nn.Linear(4, 3)
    before = model.weight.detach().clone()
    AmpTrainer(model, AmpConfig()).train_step((torch.randn(8, 4), torch.randint(0, 3, (8,))))
    assert 0 < (model.weight - before).norm().item() < 1e-3
