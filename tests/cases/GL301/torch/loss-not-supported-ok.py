# framework: torch
# verdict: clean
# seen: gradient as expected; the loss that raises is never asked for
import os

import torch
from torch import nn


def ridge(output, target):
    return (output - target).square().mean()


def spectral(output, target):
    count = len(output)
    raise ValueError(f"no spectral loss for {count} rows yet")


def train(kind, model, data):
    if kind == "ridge":
        criterion = ridge
    else:
        criterion = spectral
    for x, y in data:
        loss = 0.5 * torch.sqrt(criterion(model(x), y))
        loss.backward()


torch.manual_seed(0)
model = nn.Linear(3, 2)
train(os.environ.get("KIND", "ridge"), model, [(torch.randn(4, 3), torch.randn(4, 2))])
print("OBSERVED", "clean" if model.weight.grad is not None else "none")
