# framework: torch
# verdict: clean
# seen: item() in meters, math.exp(loss value), early stopping, plateau scheduler, inference_mode evaluation
"""Image-free training loop with every kind of metric bookkeeping."""
import math
from collections import defaultdict, deque

import numpy as np
import torch
from torch import nn


class SmoothedValue:
    def __init__(self, window=5):
        self.deque, self.total, self.count = deque(maxlen=window), 0.0, 0

    def update(self, value, n=1):
        self.deque.append(value)
        self.count += n
        self.total += value * n

    @property
    def median(self):
        return torch.tensor(list(self.deque)).median().item()

    @property
    def global_avg(self):
        return self.total / self.count


class MetricLogger:
    def __init__(self):
        self.meters = defaultdict(SmoothedValue)

    def update(self, **kwargs):
        for k, v in kwargs.items():
            if isinstance(v, torch.Tensor):
                v = v.item()
            self.meters[k].update(v)

    def __str__(self):
        return "  ".join(f"{k}: {m.median:.3f} ({m.global_avg:.3f})" for k, m in self.meters.items())


class EarlyStopping:
    def __init__(self, patience=2, delta=1e-4):
        self.patience, self.delta, self.best, self.bad = patience, delta, math.inf, 0

    def __call__(self, val_loss):
        if val_loss < self.best - self.delta:
            self.best, self.bad = val_loss, 0
        else:
            self.bad += 1
        return self.bad >= self.patience


def evaluate(model, criterion, loader):
    model.eval()
    losses, preds = [], []
    with torch.inference_mode():
        for x, y in loader:
            out = model(x)
            losses.append(criterion(out, y).item())
            preds.append(out.softmax(-1).cpu().numpy())
    return float(np.mean(losses)), np.concatenate(preds)


def main(epochs=6):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Dropout(0.1), nn.Linear(16, 3))
    criterion, stopper = nn.CrossEntropyLoss(label_smoothing=0.1), EarlyStopping()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    sched = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, patience=0)
    make = lambda n: [(torch.randn(8, 5), torch.randint(0, 3, (8,))) for _ in range(n)]
    train, val = make(4), make(2)
    best_state = None
    for epoch in range(epochs):
        model.train()
        logger = MetricLogger()
        for x, y in train:
            output = model(x)
            loss = criterion(output, y)
            loss_value = loss.item()
            if not math.isfinite(loss_value):
                raise SystemExit(f"Loss is {loss_value}, stopping training")
            opt.zero_grad()
            loss.backward()
            opt.step()
            acc = (output.argmax(1) == y).float().mean()
            logger.update(loss=loss, acc=acc, lr=opt.param_groups[0]["lr"], ppl=math.exp(loss_value))
        val_loss, _ = evaluate(model, criterion, val)
        sched.step(val_loss)
        print(epoch, logger, f"val {val_loss:.3f}")
        if val_loss <= stopper.best:
            best_state = {k: v.detach().clone() for k, v in model.state_dict().items()}
        if stopper(val_loss):
            break
    model.load_state_dict(best_state)
    return model


if __name__ == "__main__":
    model = main()
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
