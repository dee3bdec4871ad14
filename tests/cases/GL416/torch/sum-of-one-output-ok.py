# framework: torch
# verdict: clean
# seen: one output for each point
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
x = torch.rand(4, 2, requires_grad=True)
slopes = torch.autograd.grad(net(x).sum(), x, create_graph=True)[0]
(slopes[:, 0] + slopes[:, 1]).square().mean().backward()
assert net[0].weight.grad is not None
