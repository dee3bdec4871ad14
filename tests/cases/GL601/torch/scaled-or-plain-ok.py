# framework: torch
# verdict: clean
# seen: gradient as expected; the setting sends every pass the same way
import os

import torch
from torch import nn


def train(model, optimizer, scaler, batches, amp):
    for _ in range(2):
        optimizer.zero_grad()
        for x in batches:
            loss = model(x).pow(2).mean()
            if amp:
                scaler.scale(loss).backward()
                scaler.step(optimizer)
                scaler.update()
                optimizer.zero_grad()
            else:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()


model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=False)
train(model, optimizer, scaler, list(torch.randn(3, 4, 3)), bool(os.environ.get("AMP")))
