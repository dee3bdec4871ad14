# framework: torch
# verdict: clean
# seen: gradient as expected; the setting sends every pass the same way
import os

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
settings = {"steps": int(os.environ.get("STEPS", "1"))}
optimizer.zero_grad()
for index, x in enumerate(torch.randn(6, 4, 3)):
    loss = model(x).pow(2).mean()
    if settings["steps"] > 1:
        (loss / settings["steps"]).backward()
        if (index + 1) % settings["steps"] == 0:
            optimizer.step()
            optimizer.zero_grad()
    else:
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
