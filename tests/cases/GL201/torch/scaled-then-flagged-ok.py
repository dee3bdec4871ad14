# framework: torch
# verdict: clean
# seen: gradient as expected; each tensor is scaled before it asks for a gradient
import os

import torch

count = int(os.environ.get("COUNT", "3"))
parts = [torch.rand(2, 2) for _ in range(count)]
for i in range(len(parts)):
    if i == 1:
        continue
    parts[i].mul_(0.5)
    parts[i].requires_grad = True
loss = sum(each.pow(2).sum() for each in parts)
loss.backward()
assert parts[0].grad is not None and parts[1].grad is None
