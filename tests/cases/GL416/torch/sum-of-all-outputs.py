# framework: torch
# verdict: wrong
# seen: the derivatives of all outputs are added
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 3))
x = torch.rand(4, 2, requires_grad=True)
out = net(x)
slopes = torch.autograd.grad(out.sum(), x, create_graph=True)[0]  # HAZARD GL416
along = torch.autograd.grad(net(x)[:, 0].sum(), x, create_graph=True)[0]
assert (slopes[:, 0] - along[:, 0]).abs().max() > 1e-4
(slopes[:, 0] + slopes[:, 1]).square().mean().backward()
print("OBSERVED wrong")
