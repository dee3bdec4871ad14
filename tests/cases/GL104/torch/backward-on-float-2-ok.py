# framework: torch
# verdict: clean
# seen: 0
import torch as th
import torch.nn as nn
import torch.nn.functional as F


class EarlyStopping:
    def __init__(self, patience=3):
        self.patience, self.best, self.bad = patience, float("inf"), 0

    def __call__(self, value: float) -> bool:
        self.bad = 0 if value < self.best else self.bad + 1
        self.best = min(self.best, value)
        return self.bad >= self.patience


def multi_scale_loss(outputs, target):
    total = 0.0
    for scale, out in enumerate(outputs):
        total = total + F.l1_loss(out, F.avg_pool1d(target, 2 ** scale)) / 2 ** scale
    return total


class Pyramid(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([nn.Conv1d(2, 2, 3, stride=2 ** s, padding=1) for s in range(3)])

    def forward(self, x):
        return [head(x) for head in self.heads]


th.manual_seed(0)
model, stop = Pyramid(), EarlyStopping()
opt = th.optim.Adam(model.parameters(), lr=1e-2)
x = th.randn(4, 2, 16)
for _ in range(40):
    opt.zero_grad()
    loss = multi_scale_loss(model(x), x)
    loss.backward()
    opt.step()
    if stop(float(loss)):
        break
alive = all(head.weight.grad.abs().sum().item() > 0 for head in model.heads)
print("OBSERVED", "clean" if alive and stop.best < 1.2 else "none", stop.bad)
