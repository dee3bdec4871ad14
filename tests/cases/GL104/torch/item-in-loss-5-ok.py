# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Curriculum:
    def __init__(self, **weights):
        self.weights = weights
        self.parts, self.seen = {}, {}

    def add(self, name, value):
        self.parts[name] = value
        self.seen[name] = value.item()
        return self

    def total(self):
        return sum(self.weights[k] * v for k, v in self.parts.items())

    def report(self):
        return ", ".join(f"{k}={v:.3f}" for k, v in sorted(self.seen.items()))

    def anneal(self):
        if self.seen["recon"] < 0.5:
            self.weights["smooth"] *= 0.5


torch.manual_seed(0)
net = nn.Linear(3, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.05)
sched = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, patience=1)
x = torch.randn(4, 3)
best, patience = float("inf"), 0
for _ in range(6):
    book = Curriculum(recon=1.0, smooth=0.1)
    out = net(x)
    book.add("recon", (out - x).pow(2).mean()).add("smooth", out.diff(dim=0).abs().mean())
    loss = book.total()
    opt.zero_grad()
    loss.backward()
    opt.step()
    book.anneal()
    sched.step(loss.item())
    if loss.item() < best - 1e-4:
        best, patience = loss.item(), 0
    else:
        patience += 1
print("OBSERVED", "clean" if best < 10 and "recon" in book.report() and net.weight.grad.any() else "wrong")
