# framework: torch
# verdict: clean
# seen: gradient as expected
import sys

import torch

net = torch.nn.Linear(2, 1)


def optimizer_for(name):
    params = net.parameters()
    if name == "adam":
        return torch.optim.Adam(params, lr=0.1)
    if name == "adagrad":
        return torch.optim.Adagrad(params, lr=0.1)
    return torch.optim.SGD(params, lr=0.1, momentum=0.9)


optimizer = optimizer_for(sys.platform)
net(torch.ones(1, 2)).sum().backward()
optimizer.step()
