# framework: torch
# verdict: clean
# seen: gradient as expected; only one of the two calls is made
import os

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_

net = nn.Linear(3, 4)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
by_norm = os.environ.get("CLIP") == "norm"
net(torch.randn(2, 3)).sum().backward()
params = net.parameters()
found = clip_grad_norm_(params, 1.0) if by_norm else clip_grad_value_(params, 0.5)
opt.step()
assert net.weight.grad.abs().max() <= 1
