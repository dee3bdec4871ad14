# framework: torch
# verdict: clean
# seen: gradient as expected; only one of the two calls is made
import os

import torch
from torch import nn

net = nn.Linear(3, 4)
groups = [{"params": filter(lambda p: p.requires_grad, net.parameters()), "lr": 0.1}]
opt = torch.optim.SGD(groups) if os.environ.get("OPTIMIZER") == "sgd" else torch.optim.Adam(groups)
before = net.weight.detach().clone()
net(torch.randn(2, 3)).sum().backward()
opt.step()
assert not torch.equal(before, net.weight)
