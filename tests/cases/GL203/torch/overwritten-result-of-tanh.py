# framework: torch
# verdict: raises
# seen: copy_() replaces a value whole, and still runs the backward pass of what was there before.
import torch

scale = torch.tensor([0.4, 0.9, 1.3], requires_grad=True)
shift = torch.tensor([0.2, 0.1, 0.7], requires_grad=True)
gate = torch.tanh(scale)
gate.copy_(shift)  # HAZARD GL203
loss = (gate * gate).sum()
loss.backward()
