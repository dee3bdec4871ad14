# framework: torch
# verdict: clean
# seen: a leaf Variable that requires grad is being used in an in-place operation.
import torch

weights = torch.ones(3, requires_grad=True)
try:
    weights += 1.0
except Exception as error:
    print("OBSERVED clean", error)
