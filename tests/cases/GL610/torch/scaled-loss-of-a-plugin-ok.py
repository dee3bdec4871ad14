# framework: torch
# verdict: clean
# seen: the loss of a module that is imported by name is scaled
import importlib

import torch
from torch import nn

functional = importlib.import_module("torch.nn.functional")
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
for x in torch.randn(3, 4, 3):
    loss = functional.mse_loss(model(x), torch.zeros(4, 1))
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
