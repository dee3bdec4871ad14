# framework: torch
# verdict: clean
# seen: True
"""Integers become floating-point numbers by a mean, a root, a choice between floats; a list is repeated."""

import numpy as np
import torch

counts = np.arange(1, 7)
starts = [
    np.mean(counts),
    np.sqrt(counts),
    np.where(counts > 3, 1.0, 0.0),
    np.where(counts > 3, counts, 0.5),
    counts.std(),
    np.log1p(counts).copy(),
]
for start in starts:
    leaf = torch.tensor(start, requires_grad=True)
    (leaf**2).sum().backward()
    assert torch.allclose(leaf.grad, 2 * leaf.detach())

whole = torch.arange(1, 5)
root = whole.sqrt().requires_grad_()
root.sum().backward()
assert root.grad.tolist() == [1.0] * 4

grid = torch.tensor(3 * [0.0, 1.0, 2.0]).view(3, 3).requires_grad_()
grid.sum().backward()

layer = torch.nn.Linear(4, 3)
fan = torch.nn.init._calculate_correct_fan(layer.weight, "fan_in")
bound = np.sqrt(3.0 / fan)
with torch.no_grad():
    layer.weight.uniform_(-bound, bound)
layer(torch.ones(4)).sum().backward()
print("OBSERVED clean")
