# framework: torch
# verdict: clean
# seen: two cosines differ by two at most
import torch
import torch.nn.functional as F
from torch import nn


def score(left, right):
    left = F.normalize(left, p=2, dim=-1)
    right = F.normalize(right, p=2, dim=-1)
    return torch.sum(torch.multiply(left, right), 1)


net = nn.Linear(4, 4)
with torch.no_grad():
    net.weight.mul_(1e4)
nodes = net(torch.randn(6, 4))
whole = nodes.mean(0)
loss = torch.mean(-torch.log(torch.sigmoid(score(nodes, whole) - score(nodes.flip(0), whole))))
loss.backward()
print("OBSERVED", "clean" if torch.isfinite(net.weight.grad).all() else "nan")
