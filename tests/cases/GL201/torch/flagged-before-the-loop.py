# framework: torch
# verdict: raises
# seen: a view of a leaf Variable that requires grad is being used in an in-place operation
import torch

values = [torch.rand(4).requires_grad_() for _ in range(20)]
for k in range(20):
    values[k][:2] = 0.0  # HAZARD GL201
