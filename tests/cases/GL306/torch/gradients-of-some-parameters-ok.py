# framework: torch
# verdict: clean
# seen: a part of a list of parameters holds parameters
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
for each in list(net.parameters())[:2]:
    each.requires_grad = False
net(torch.randn(5, 3)).mean().backward()
listed = list(net.parameters())
print([each.grad for each in listed[:2]], listed[2:][0].grad.norm().item())
last = [each.grad.norm() for each in listed[-2:]]
print("OBSERVED", "clean" if len(last) == 2 and listed[0].grad is None else "none")
