# framework: torch
# verdict: clean
# seen: backward() works, and gives zeros
import torch

levels = torch.tensor([1.1, 0.7, 0.6], requires_grad=True)
fixed = torch.tensor([1.0, 0.8, 0.7])
centred = levels - 0.5 * levels.mean()
centred.copy_(fixed)
loss = (centred * torch.tensor([0.3, 0.7, 1.1])).sum()
loss.backward()
print("OBSERVED", "clean" if levels.grad is not None else "none")
