# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch

signal = torch.linspace(0, 1, 5, requires_grad=True)
signal *= 2.0  # HAZARD GL201
loss = torch.sin(signal).sum()
loss.backward()
print(signal.grad)
