# framework: torch
"""`dtype=x.dtype` makes floats of whole numbers, in the precision of `x`."""

import torch


def mirrored(x):
    sign = torch.tensor([-1], dtype=x.dtype, requires_grad=True)
    return (x * sign).sum()


rows = torch.linspace(0, 1, 4, dtype=torch.float64).requires_grad_(True)
result = mirrored(rows)
result.backward()
