# framework: torch
# verdict: clean
# seen: gradient as expected; under no_grad nobody asks for a step
import os

import torch
from torch import nn


def one_pass(model, batches, settings):
    total = 0.0
    for x, y in batches:
        loss = nn.functional.mse_loss(model(x), y)
        if settings["train"]:
            loss.backward()
        total += loss.item()
    return total


model = nn.Linear(3, 1)
batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(2)]
settings = {"train": os.environ.get("TRAIN", "yes") == "yes"}
one_pass(model, batches, settings)
settings["train"] = bool(os.environ.get("TRAIN_AGAIN"))
with torch.no_grad():
    one_pass(model, batches, settings)
