# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import sys

import torch
from torch import nn


def squared(prediction, target):
    return (prediction - target).square().mean()


def rounded(prediction, target):
    return torch.tensor((prediction - target).abs().mean().item())  # HAZARD GL104


LOSSES = {"squared": squared, "rounded": rounded}

torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
criterion = LOSSES[sys.argv[1] if len(sys.argv) > 1 else "rounded"]
loss = criterion(model(torch.randn(4, 3)), torch.zeros(4, 1))
optimizer.zero_grad()
loss.backward()
optimizer.step()
