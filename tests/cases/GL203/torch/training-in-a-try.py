# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation
import torch


def train(w):
    for _ in range(3):
        y = w.exp()
        y.mul_(2)  # HAZARD GL203
        y.sum().backward()


failed = None
try:
    train(torch.ones(3, requires_grad=True))
except RuntimeError as error:
    failed = error
if failed is not None:
    raise failed
