# framework: torch
# verdict: nan
# seen: a cosine of -1 becomes -1000, of which the sigmoid is zero
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 4)
first = net(torch.randn(6, 4))
second = -first.detach()
alike = (F.normalize(first, dim=-1) * F.normalize(second, dim=-1)).sum(-1)
loss = -torch.sigmoid(alike / 0.001).log().mean()  # HAZARD GL703
loss.backward()
print("OBSERVED", "clean" if torch.isfinite(net.weight.grad).all() else "nan")
