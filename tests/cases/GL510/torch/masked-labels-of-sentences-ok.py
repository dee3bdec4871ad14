# framework: torch
# verdict: clean
# seen: gradient as expected; losses and mask are both columns
import io

import torch
from torch import nn


def step(model, criterion, batch):
    logits = model(batch["x"])
    mask = torch.zeros(len(logits), 1)
    mask[: batch["known"]] = 1.0
    loss = (criterion(logits, batch["y"]) * mask).sum() / mask.sum()
    loss.backward()


torch.manual_seed(0)
kept = io.BytesIO()
torch.save({"x": torch.randn(4, 3), "y": torch.ones(4, 1), "known": 2}, kept)
kept.seek(0)
model = nn.Linear(3, 1)
step(model, nn.BCEWithLogitsLoss(reduction="none"), torch.load(kept))
print("OBSERVED", "clean" if model.weight.grad is not None else "none")
