# framework: torch
# verdict: clean
# seen: both terms have a gradient
import torch
from torch import nn

net = nn.Linear(4, 1)
x, y = torch.randn(8, 4), torch.randn(8, 1)
out = net(x)
grid = torch.round(out.detach() * 16) / 16
loss = nn.functional.mse_loss(out, y) + 1e-3 * (out - torch.round(out)).pow(2).mean() + (out - grid).abs().mean()
loss.backward()
print(net.weight.grad)
