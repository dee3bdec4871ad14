# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
x, y = torch.randn(6, 3), torch.randn(6, 1)
out = net(x)
shift = nn.functional.mse_loss(out.detach(), y, reduction="none")
loss = (nn.functional.l1_loss(out, y, reduction="none") + shift).mean()
loss.backward()
assert net.weight.grad.abs().sum() > 0
