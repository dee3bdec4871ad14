# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Problem:
    def __init__(self, net):
        self.net = net

    def points(self, n):
        inside = torch.rand(n, requires_grad=True).unsqueeze(1)
        edge = torch.ones(1, requires_grad=True) * 2.0
        return inside, edge

    def loss(self, n):
        x, edge = self.points(n)
        x = x.clone().detach().requires_grad_(True)
        u = self.net(x)
        slope = torch.autograd.grad(u.sum(), x, create_graph=True)[0]
        return (slope - u).pow(2).mean() + self.net(edge).pow(2).mean()


net = nn.Linear(1, 1)
opt = torch.optim.Adam(net.parameters())
problem = Problem(net)
for _ in range(2):
    opt.zero_grad()
    problem.loss(4).backward()
    opt.step()
assert net.weight.grad is not None
