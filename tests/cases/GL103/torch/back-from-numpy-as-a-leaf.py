# framework: torch
# verdict: none
# seen: the encoder gets no gradient, since the similarity is a new leaf
import numpy as np
import torch
from torch import nn

encoder = nn.Linear(3, 4)
optimizer = torch.optim.Adam(encoder.parameters())
one, two, y = torch.randn(5, 3), torch.randn(5, 3), torch.randn(5)
cosine = np.sum(encoder(one).detach().numpy() * encoder(two).detach().numpy(), -1)
similar = torch.tensor(cosine, requires_grad=True)  # HAZARD GL103
loss = nn.functional.mse_loss(similar, y)
optimizer.zero_grad()
loss.backward()
optimizer.step()
assert encoder.weight.grad is None
print("OBSERVED none")
