# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation
import torch

w = torch.randn(3, requires_grad=True)
states = [torch.sigmoid(w), torch.tanh(w)]
states[0] += 1.0  # HAZARD GL203
loss = sum(each.sum() for each in states)
loss.backward()
