# framework: torch
# verdict: clean
# seen: both derivatives are trained
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(net.parameters())


def derivative(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]


def residual(x, t):
    u = net(torch.cat([x, t], -1))
    u_t = torch.autograd.grad(u.sum(), t, create_graph=True)[0]
    return u_t - 0.1 * derivative(derivative(u, x), x)


for _ in range(2):
    x, t = torch.rand(8, 1, requires_grad=True), torch.rand(8, 1, requires_grad=True)
    loss = residual(x, t).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
