# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.autograd import Variable

net = nn.Linear(1, 1)


def sample(n):
    return torch.tensor([[0.1]] * n, requires_grad=True).reshape(-1, 1)


opt = torch.optim.Adam(net.parameters())
for _ in range(3):
    x = Variable(sample(4), requires_grad=True)
    y = net(x)
    dy = torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]
    loss = (dy - y).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
