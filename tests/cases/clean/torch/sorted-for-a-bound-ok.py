# framework: torch
# verdict: clean
# seen: the height of the bar is a number
import importlib

import torch
from torch import nn

torch.manual_seed(0)
lookup = importlib.import_module("operator").itemgetter(0)
net = nn.Linear(4, 1)
heights = torch.randn(5, 4)
predicted = net(heights)
with torch.no_grad():
    order = predicted.sort(dim=0).values
lowest = lookup(order)
loss = (predicted - 1.0).square().sum() - lowest.sum()
loss.backward()
print("OBSERVED clean")
