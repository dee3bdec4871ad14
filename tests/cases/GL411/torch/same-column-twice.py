# framework: torch
# verdict: zero
# seen: the difference of one column with itself
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
x = torch.randn(5, 3)
scores = net(x)
gap = scores[:, 0] - scores[:, 0]  # HAZARD GL411
loss = torch.relu(1.0 - gap).mean()
loss.backward()
print("OBSERVED", "zero" if not net.weight.grad.any() else "clean")
