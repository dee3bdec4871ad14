# framework: torch
# verdict: zero
# seen: the second derivative is exactly zero
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1))
x, t = torch.rand(6, 1, requires_grad=True), torch.rand(6, 1)
u = net(torch.cat([x, t], 1))
(ux,) = torch.autograd.grad(u.sum(), x, create_graph=True)
(uxx,) = torch.autograd.grad(ux.sum(), x, create_graph=True)  # HAZARD GL416
loss = uxx.square().mean()
loss.backward()
assert all(p.grad is None or (p.grad == 0).all() for p in net.parameters())
print("OBSERVED zero")
