# framework: torch
# verdict: none
# seen: the network gets no gradient, since its scores are a new leaf
import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.Adam(net.parameters())
scores = torch.tensor(net(torch.randn(4, 3)).tolist(), requires_grad=True)  # HAZARD GL102
loss = (scores - 1.0).square().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
assert net.weight.grad is None
print("OBSERVED none")
