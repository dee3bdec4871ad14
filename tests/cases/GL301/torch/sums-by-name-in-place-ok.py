# framework: torch
# verdict: clean
# seen: gradient as expected; each of the sums is written in place by what requires grad
import os

import torch
from torch import nn

torch.manual_seed(0)
heads = {"left": nn.Linear(3, 2), "right": nn.Linear(3, 2)}
sums = {"left": torch.zeros(2), "right": torch.zeros(2)}
for name in sorted(heads):
    sums[name] += heads[name](torch.ones(3))
first = os.environ.get("FIRST", "left")
total = sums["left"].square().sum() + sums["right"].square().sum()
(one,) = torch.autograd.grad(total, sums[first], retain_graph=True)
(two,) = torch.autograd.grad(total, sums["right"])
print("OBSERVED", "clean" if one.abs().sum() > 0 and two.abs().sum() > 0 else "none")
