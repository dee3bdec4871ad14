# framework: torch
# verdict: clean
# seen: a part of a list of layers or parameters is one, too
import torch
from torch import nn

scales = nn.ParameterList([nn.Parameter(torch.ones(2)) for _ in range(3)])
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
(net[1:](net[:1](torch.randn(5, 3))) * scales[0] * scales[1]).mean().backward()
found = [each.grad for each in scales[:2]]
print(scales[1:][0].grad, net[:2][0].weight.grad.norm().item())
print("OBSERVED", "clean" if all(each is not None for each in found) else "none")
