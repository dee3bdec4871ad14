# framework: torch
# verdict: clean
# seen: the axis of length one is not the one that is shared out
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 5)
one = nn.Linear(3, 1)
x = torch.randn(1, 3)
loss = F.softmax(net(x), dim=1).pow(2).sum() + F.cross_entropy(net(x), torch.tensor([2]))
loss = loss + F.binary_cross_entropy_with_logits(one(x), torch.ones(1, 1))
loss = loss + F.softmax(one(torch.randn(6, 3)), dim=0).pow(2).sum()
loss.backward()
assert net.weight.grad.abs().max() > 0 and one.weight.grad.abs().max() > 0
print("OBSERVED clean")
