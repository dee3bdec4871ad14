# framework: torch
# verdict: clean
# seen: gradient as expected; a run takes one of the two trainers
import os
import pickle

import torch
from torch import nn


def bound(x, y):
    return (x.mean() - y).abs().mean()


def plain(model, optimizer, batches):
    for x, y in batches:
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def clipped(model, optimizer, batches, limit):
    for x, y in batches:
        loss = limit(x, y)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


def main(simple, limit):
    model = nn.Linear(3, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batches = torch.utils.data.DataLoader([(torch.randn(3), torch.randn(2)) for _ in range(4)], 2)
    for _ in range(int(os.environ.get("EPOCHS", "2"))):
        if simple:
            plain(model, optimizer, batches)
        else:
            clipped(model, optimizer, batches, limit)
    return model


torch.manual_seed(0)
model = main(os.environ.get("KIND", "plain") == "plain", pickle.loads(pickle.dumps(bound)))
print("OBSERVED", "clean" if model.weight.grad is not None else "none")
