# framework: torch
# verdict: none
# seen: the encoder gets no gradient, since the strength is a new leaf
import numpy as np
import torch
from torch import nn

encoder = nn.Linear(3, 4)
optimizer = torch.optim.Adam(encoder.parameters())
one, y = torch.randn(5, 3), torch.randn(5)
strength = np.sum(np.tanh(encoder(one).detach().numpy()), -1)
strong = torch.tensor(strength, requires_grad=True)  # HAZARD GL103
loss = nn.functional.mse_loss(strong, y)
optimizer.zero_grad()
loss.backward()
optimizer.step()
assert encoder.weight.grad is None
print("OBSERVED none")
