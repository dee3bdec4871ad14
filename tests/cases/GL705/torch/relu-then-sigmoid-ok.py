# framework: torch
# verdict: clean
# seen: a sigmoid makes a probability of it
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1), nn.Sigmoid())
loss = nn.BCELoss()(net(torch.randn(8, 3)), torch.ones(8, 1))
loss = loss + nn.MSELoss()(torch.relu(net(torch.randn(8, 3))), torch.ones(8, 1))
loss.backward()
assert net[0].weight.grad is not None
print("OBSERVED clean")
