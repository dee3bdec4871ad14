# framework: torch
# verdict: clean
# seen: gradient as expected; the caller leaves the second order off
import torch
from torch import nn
from torch.nn import functional as F

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def adapted(x, y, second_order=False):
    params = list(net.parameters())
    loss = F.mse_loss(net(x), y)
    grads = torch.autograd.grad(loss, params, retain_graph=second_order, create_graph=second_order)
    return [p - 0.1 * g for p, g in zip(params, grads)]


for _ in range(2):
    x, y = torch.randn(4, 3), torch.randn(4, 1)
    weight, bias = adapted(x, y)
    loss = F.mse_loss(F.linear(x, weight, bias), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
