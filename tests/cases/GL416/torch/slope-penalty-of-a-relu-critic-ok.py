# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1))
x = torch.rand(6, 2, requires_grad=True)
slope = torch.autograd.grad(critic(x).sum(), x, create_graph=True)[0]
loss = (slope.norm(dim=1) - 1.0).pow(2).mean()
loss.backward()
assert critic[0].weight.grad.abs().max() > 0
