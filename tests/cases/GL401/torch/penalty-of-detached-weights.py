# framework: torch
# verdict: wrong
# seen: the penalty is computed from numbers
import numpy as np
import torch
from torch import nn

net = nn.Linear(8, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.01)
x, y = torch.randn(32, 8), torch.randn(32, 1)
for _ in range(2):
    opt.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    penalty = sum(np.abs(p.detach().numpy()).sum() for p in net.parameters())  # HAZARD GL401
    loss = loss + 1e-2 * penalty
    loss.backward()
    opt.step()
(alone,) = torch.autograd.grad((net(x) - y).pow(2).mean(), net.weight)
opt.zero_grad()
((net(x) - y).pow(2).mean() + 1e-2 * sum(np.abs(p.detach().numpy()).sum() for p in net.parameters())).backward()  # HAZARD GL401
assert torch.allclose(alone, net.weight.grad)
print("OBSERVED wrong")
