# framework: torch
# verdict: clean
# seen: autocast + GradScaler, loss divided by accum, unscale_ before clip, zero_grad after the step
import contextlib

import torch
from torch import nn


class AmpTrainer:
    def __init__(self, model, opt, *, accum=2, max_norm=1.0, amp=True):
        self.model, self.opt = model, opt
        self.accum, self.max_norm = accum, max_norm
        self.scaler = torch.amp.GradScaler("cpu", enabled=amp, init_scale=2.0**8)
        self.ctx = torch.autocast("cpu", dtype=torch.bfloat16) if amp else contextlib.nullcontext()
        self.grad_norms = []

    def micro_step(self, x, y):
        with self.ctx:
            loss = nn.functional.cross_entropy(self.model(x).float(), y)
            loss = loss / self.accum
        self.scaler.scale(loss).backward()
        return loss.item() * self.accum

    def fit(self, loader):
        self.opt.zero_grad(set_to_none=True)
        running = 0.0
        for i, (x, y) in enumerate(loader, start=1):
            running += self.micro_step(x, y)
            if i % self.accum == 0 or i == len(loader):
                self.scaler.unscale_(self.opt)
                norm = nn.utils.clip_grad_norm_(self.model.parameters(), self.max_norm)
                self.grad_norms.append(norm.item())
                self.scaler.step(self.opt)
                self.scaler.update()
                self.opt.zero_grad(set_to_none=True)
        return running / len(loader)


if __name__ == "__main__":
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    start = [p.detach().clone() for p in net.parameters()]
    trainer = AmpTrainer(net, torch.optim.SGD(net.parameters(), 0.1))
    trainer.fit([(torch.randn(8, 6), torch.randint(0, 3, (8,))) for _ in range(6)])
    assert len(trainer.grad_norms) == 3 and all(0 < n < 100 for n in trainer.grad_norms)
    assert all(not torch.equal(a, b) for a, b in zip(start, net.parameters()))
