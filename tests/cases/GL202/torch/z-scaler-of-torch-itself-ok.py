# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import GradScaler, nn

net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = GradScaler("cpu")
loss = net(torch.randn(4, 3)).square().mean()
scaler.scale(loss).backward()
scaler.unscale_(optimizer)
scaler.step(optimizer)
scaler.update()
assert net.weight.grad is not None
