# framework: torch
# verdict: clean
# seen: backward() works, and gives zeros
import torch
from torch import nn

layer = nn.Linear(3, 2)
scores = layer(torch.ones(4, 3))
scores.zero_()
loss = (scores + 1.0).pow(2).mean()
loss.backward()
print("OBSERVED", "clean" if layer.weight.grad is not None else "none")
