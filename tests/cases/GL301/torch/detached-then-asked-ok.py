# framework: torch
# verdict: clean
# seen: what is detached for the start requires a gradient before it is given to the optimizer
import torch
from torch import nn

net = nn.Linear(3, 2)
image = net(torch.randn(1, 3)).detach()
image.requires_grad_(True)
other = net.weight.detach().clone().requires_grad_()
third = nn.Parameter(net.bias.detach())
optimizer = torch.optim.SGD([image, other, third], lr=0.1)
(image.pow(2).sum() + other.pow(2).sum() + third.sum()).backward()
optimizer.step()
assert all(each.grad is not None for each in (image, other, third))
