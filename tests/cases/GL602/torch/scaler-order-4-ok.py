# framework: torch
# verdict: clean
# seen: gradient as expected
import logging
from contextlib import nullcontext
from typing import Iterable

import torch
from torch import nn
from torch.amp import GradScaler, autocast

log = logging.getLogger(__name__)


class AverageMeter:
    def __init__(self):
        self.sum = self.count = 0.0

    def update(self, val, n=1):
        self.sum += val * n
        self.count += n

    @property
    def avg(self):
        return self.sum / max(self.count, 1)


class Trainer:
    def __init__(self, model, lr=1e-2, accumulate=2, clip=1.0, amp=False):
        self.model = model
        self.opt = torch.optim.AdamW(self._groups(), lr=lr)
        self.sched = torch.optim.lr_scheduler.OneCycleLR(self.opt, lr, total_steps=10)
        self.scaler = GradScaler("cpu", enabled=amp)
        self.accumulate, self.clip = accumulate, clip
        self.ctx = autocast("cpu", dtype=torch.bfloat16) if amp else nullcontext()
        self.meter = AverageMeter()

    def _groups(self):
        decay = [p for n, p in self.model.named_parameters() if p.ndim > 1]
        rest = [p for n, p in self.model.named_parameters() if p.ndim <= 1]
        return [{"params": decay, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0}]

    def fit(self, loader: Iterable):
        self.model.train()
        self.opt.zero_grad(set_to_none=True)
        for step, (x, y) in enumerate(loader):
            with self.ctx:
                loss = nn.functional.cross_entropy(self.model(x), y) / self.accumulate
            self.scaler.scale(loss).backward()
            self.meter.update(loss.item() * self.accumulate, x.size(0))
            if (step + 1) % self.accumulate == 0:
                self.scaler.unscale_(self.opt)
                norm = nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
                self.scaler.step(self.opt)
                self.scaler.update()
                self.opt.zero_grad(set_to_none=True)
                self.sched.step()
                log.info("step %d loss %.3f norm %.3f", step, self.meter.avg, norm.item())

    @torch.inference_mode()
    def evaluate(self, loader):
        self.model.eval()
        preds, total = [], 0.0
        for x, y in loader:
            out = self.model(x)
            total += nn.functional.cross_entropy(out, y, reduction="sum")
            preds.append(out.softmax(-1))
        return torch.cat(preds).numpy(), float(total)


torch.manual_seed(0)
batches = [(torch.randn(4, 3), torch.randint(2, (4,))) for _ in range(4)]
net = nn.Sequential(nn.Linear(3, 8), nn.GELU(), nn.Linear(8, 2))
before = net[0].weight.detach().clone()
t = Trainer(net)
t.fit(batches)
probs, total = t.evaluate(batches)
print("OBSERVED", "clean" if probs.shape == (16, 2) and not torch.equal(before, net[0].weight) else "wrong")
