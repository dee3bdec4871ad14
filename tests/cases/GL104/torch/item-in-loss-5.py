# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


class Curriculum:
    def __init__(self, **weights):
        self.weights = weights
        self.parts = {}

    def add(self, name, value):
        self.parts[name] = value.item()  # HAZARD GL104
        return self

    def total(self):
        return sum(self.weights[k] * v for k, v in self.parts.items())


torch.manual_seed(0)
net = nn.Linear(3, 3)
x = torch.randn(4, 3)
book = Curriculum(recon=1.0, smooth=0.1)
out = net(x)
book.add("recon", (out - x).pow(2).mean()).add("smooth", out.diff(dim=0).abs().mean())
loss = book.total() + 1e-4 * net.weight.pow(2).sum()
loss.backward()
true = torch.autograd.grad((net(x) - x).pow(2).mean(), net.weight)[0]
print("OBSERVED", "wrong" if net.weight.grad.norm() < 0.1 * true.norm() else "clean")
