# framework: torch
# verdict: clean
# seen: ten times a cosine is ten at most
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 4)
with torch.no_grad():
    net.weight.mul_(1e4)
first, second = net(torch.randn(6, 4)), net(torch.randn(6, 4))
alike = (F.normalize(first, dim=-1) * F.normalize(second, dim=-1)).sum(-1)
loss = -torch.sigmoid(alike / 0.1).log().mean()
loss.backward()
print("OBSERVED", "clean" if torch.isfinite(net.weight.grad).all() else "nan")
