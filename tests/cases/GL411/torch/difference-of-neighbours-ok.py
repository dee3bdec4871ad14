# framework: torch
# verdict: clean
# seen: other elements of one value are other values: the gradient of their difference arrives
import torch
from torch import nn

net = nn.Linear(3, 6)
out = net(torch.ones(2, 3)).reshape(2, 3, 2)
bond = out[:, 1, :] - out[:, 0, :]
slope = out[:, 1:] - out[:, :-1]
loss = torch.exp(bond).sum() + torch.exp(slope).sum()
loss.backward()
assert net.weight.grad.abs().sum() > 0
