# framework: torch
# verdict: none
# seen: the model has no gradient
from copy import deepcopy

import torch
from torch import nn

model = nn.Linear(2, 1)
outer = torch.optim.Adam(model.parameters())
for _ in range(3):
    x, y = torch.randn(5, 2), torch.randn(5, 1)
    fast = deepcopy(model)
    inner = torch.optim.SGD(fast.parameters(), lr=0.1)
    nn.functional.mse_loss(fast(x), y).backward()
    inner.step()
    inner.zero_grad()
    nn.functional.mse_loss(fast(x), y).backward()  # HAZARD GL320
    outer.step()
assert all(p.grad is None for p in model.parameters())
print("OBSERVED none")
