# framework: torch
# verdict: clean
# seen: np.squeeze, np.swapaxes and np.split call the tensor's own method, so the gradient arrives
import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Linear(3, 6)
score = nn.Linear(6, 1)

batch = torch.randn(4, 3)
hidden = np.swapaxes(encoder(batch), 0, 1)
left, right = np.split(hidden, 2)
both = torch.cat([left, right]).T
guess = np.squeeze(score(both), axis=1)
loss = nn.functional.mse_loss(guess, torch.ones(4))
loss.backward()
assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in (*encoder.parameters(), *score.parameters()))
