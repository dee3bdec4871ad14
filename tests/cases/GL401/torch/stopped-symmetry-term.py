# framework: torch
# verdict: wrong
# seen: the gradient is that of the first term alone
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 4)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def symmetry(p):
    return (p[:, :2] - p[:, 2:]).pow(2).mean().detach()  # HAZARD GL401


def loss_of(p, y):
    return (p - y).pow(2).mean() + 0.1 * symmetry(p)


for _ in range(2):
    opt.zero_grad()
    loss_of(net(torch.randn(3, 4)), torch.randn(3, 4)).backward()
    opt.step()
