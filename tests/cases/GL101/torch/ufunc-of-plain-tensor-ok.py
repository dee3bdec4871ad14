# framework: torch
# verdict: clean
# seen: A ufunc of a plain tensor gives a tensor back: torch wraps it, so it may be added to one that requires grad.
import numpy as np
import torch

weight = torch.tensor([0.5, 1.5], requires_grad=True)
grid = torch.tensor([0.1, 0.2])
waves = np.sin(grid)
powers = np.maximum(grid, waves) + np.power(grid, 2.0)
loss = ((weight + waves) * powers).sum()
loss.backward()
print(weight.grad)
