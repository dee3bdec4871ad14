# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


def freeze(module, flag=False):
    for p in module.parameters():
        p.require_grad = flag  # HAZARD GL303


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))
freeze(net[0])
net(torch.ones(3, 2)).sum().backward()
print("OBSERVED", "wrong" if net[0].weight.grad is not None else "clean")
