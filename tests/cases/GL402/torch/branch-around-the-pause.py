# framework: torch
# verdict: raises
# seen: element 0 of tensors does not require grad and does not have a grad_fn
import os

import torch
from torch import nn

model = nn.Linear(3, 1)
x, y = torch.randn(4, 3), torch.randn(4, 1)
if os.environ.get("TRAIN", "yes") == "yes":
    with torch.no_grad():
        loss = nn.functional.mse_loss(model(x), y)  # HAZARD GL402
        loss.backward()
