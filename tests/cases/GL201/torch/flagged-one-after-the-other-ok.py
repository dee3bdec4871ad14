# framework: torch
# verdict: clean
# seen: gradient as expected; each tensor is written to before it asks for a gradient
import os

import torch


def start(count, mask):
    values = [torch.rand(4) for _ in range(count)]
    for k in range(count):
        values[k][mask] = 0.0
        values[k].requires_grad_()
    return values


values = start(int(os.environ.get("COUNT", "3")), torch.tensor([True, False, True, False]))
sum(each.sum() for each in values).backward()
assert values[0].grad is not None
