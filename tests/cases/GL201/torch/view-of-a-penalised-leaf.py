# framework: torch
# verdict: raises
# seen: RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
import torch

weights = torch.randn(4, 3, requires_grad=True)
penalty = weights.square().sum()
first = weights[:2]
first.mul_(0.5)  # HAZARD GL201
loss = first.sum() + penalty
loss.backward()
