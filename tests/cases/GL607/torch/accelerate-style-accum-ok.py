# framework: torch
# verdict: clean
# seen: accumulation through a wrapper that divides inside backward(); the optimiser wrapper steps and zeroes only on sync
import contextlib
import itertools
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


class WrappedOptimizer:
    def __init__(self, opt, state):
        self.opt, self.state = opt, state

    def zero_grad(self):
        if self.state.sync:
            self.opt.zero_grad()

    def step(self):
        if self.state.sync:
            self.opt.step()

    @property
    def param_groups(self):
        return self.opt.param_groups


@dataclass
class State:
    sync: bool = True
    micro: int = 0


class Accelerator:
    def __init__(self, gradient_accumulation_steps=1):
        self.accum = gradient_accumulation_steps
        self.state = State()

    def prepare(self, *objs):
        return tuple(WrappedOptimizer(o, self.state) if isinstance(o, torch.optim.Optimizer) else o for o in objs)

    @contextlib.contextmanager
    def accumulate(self, model):
        self.state.micro += 1
        self.state.sync = self.state.micro % self.accum == 0
        yield

    @property
    def sync_gradients(self):
        return self.state.sync

    def backward(self, loss, **kwargs):
        loss = loss / self.accum
        loss.backward(**kwargs)

    def clip_grad_norm_(self, params, value):
        return nn.utils.clip_grad_norm_(params, value)

    def gather_for_metrics(self, obj):
        return obj.detach() if torch.is_tensor(obj) else tuple(o.detach() for o in obj)


def loader(n, batch):
    g = torch.Generator().manual_seed(0)
    for _ in range(n):
        x = torch.randn(batch, 6, generator=g)
        yield {"inputs": x, "labels": (x.sum(1) > 0).long()}


def main(accum=4, epochs=3):
    torch.manual_seed(1)
    accelerator = Accelerator(gradient_accumulation_steps=accum)
    model = nn.Sequential(nn.Linear(6, 16), nn.SiLU(), nn.Linear(16, 2))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.02)
    model, optimizer = accelerator.prepare(model, optimizer)
    progress, losses = itertools.count(), []
    for epoch in range(epochs):
        model.train()
        total_loss = 0
        for step, batch in enumerate(loader(16, 8)):
            with accelerator.accumulate(model):
                outputs = model(batch["inputs"])
                loss = F.cross_entropy(outputs, batch["labels"])
                total_loss += loss.detach().float()
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                    next(progress)
                optimizer.step()
                optimizer.zero_grad()
        model.eval()
        correct = seen = 0
        for batch in loader(4, 8):
            with torch.no_grad():
                outputs = model(batch["inputs"])
            preds, refs = accelerator.gather_for_metrics((outputs.argmax(dim=-1), batch["labels"]))
            correct += (preds == refs).sum().item()
            seen += len(refs)
        losses.append(total_loss.item() / 16)
    return losses, correct / seen


def plain_accumulation(accum=4):
    torch.manual_seed(1)
    model = nn.Linear(6, 2)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    batches = list(loader(8, 8))
    for i, batch in enumerate(batches):
        loss = F.cross_entropy(model(batch["inputs"]), batch["labels"]) / accum
        loss.backward()
        last = i + 1 == len(batches)
        if (i + 1) % accum == 0 or last:
            opt.step()
            opt.zero_grad()
    return model


if __name__ == "__main__":
    losses, acc = main()
    assert losses[-1] < losses[0] and acc > 0.6
    assert plain_accumulation().weight.isfinite().all()
