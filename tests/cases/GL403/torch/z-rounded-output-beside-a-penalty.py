# framework: torch
# verdict: wrong
# seen: only the penalty has a gradient
import torch
from torch import nn

net = nn.Linear(4, 1)
x, y = torch.randn(8, 4), torch.randn(8, 1)
out = net(x)
steps = torch.round(out * 16) / 16  # HAZARD GL403
loss = (steps - y).pow(2).mean() + 1e-3 * out.pow(2).mean()
loss.backward()
print(net.weight.grad)
