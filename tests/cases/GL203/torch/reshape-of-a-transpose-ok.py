# framework: torch
# verdict: clean
# seen: reshape() copies a transpose, so sigmoid keeps its result
import torch
from torch import nn

lin = nn.Linear(3, 4)
x = torch.sigmoid(lin(torch.randn(16, 3)))
flipped = x.t().reshape(-1)
flipped[0] = 0.0
loss = x.sum() + flipped.sum()
loss.backward()
