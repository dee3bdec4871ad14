# framework: torch
# verdict: clean
# seen: gradient as expected
import sys

import torch

weight = torch.ones(3, requires_grad=True)
early, late = [], []
for step in range(len(sys.argv) + 3):
    terms = early if step < len(sys.argv) else late
    terms.extend([(weight * step).sum(), weight.square().sum()])
sum(early).backward()
assert weight.grad is not None
weight.grad = None
torch.stack(late).mean().backward()
assert weight.grad is not None
