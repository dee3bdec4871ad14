# framework: torch
# verdict: clean
# seen: gradient as expected
import importlib

import torch

solve = importlib.import_module("torch").atleast_1d
w = torch.ones(3, requires_grad=True)
kept = torch.zeros(3)
for _ in range(3):
    kept -= solve(torch.ones(3))
    total = (w * (kept * kept)).sum()
    kept += 0.5
    total.backward()
assert w.grad is not None
