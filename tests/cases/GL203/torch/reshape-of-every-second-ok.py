# framework: torch
# verdict: clean
# seen: reshape() copies what has gaps, so relu keeps its result
import torch
from torch import nn

lin = nn.Linear(3, 4)
x = torch.relu(lin(torch.randn(16, 3)))
grid = x.reshape(4, 4, 4)
coarse = grid[::2, ::2, :].reshape(-1, 4)
coarse[0] = 0.0
loss = x.sum() + coarse.sum()
loss.backward()
