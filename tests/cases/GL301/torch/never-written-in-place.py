# framework: torch
# verdict: raises
# seen: RuntimeError: One of the differentiated Tensors does not require grad
import torch
from torch import nn

torch.manual_seed(0)
heads = {"left": nn.Linear(3, 2), "right": nn.Linear(3, 2)}
sums = {"left": torch.zeros(2), "right": torch.zeros(2)}
rest = {"left": torch.zeros(2), "right": torch.zeros(2)}
for name in sorted(heads):
    sums[name] += heads[name](torch.ones(3))
    rest[name] += 1.0
total = sums["left"].square().sum() + (rest["left"] * sums["right"]).sum()
(found,) = torch.autograd.grad(total, rest["left"])  # HAZARD GL301
