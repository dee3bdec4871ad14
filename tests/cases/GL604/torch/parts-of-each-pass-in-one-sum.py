# framework: torch
# verdict: leak
# seen: the total of all passes holds every graph that backward has gone through
import torch
from torch import nn

net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0
for x in [torch.randn(4, 3) for _ in range(4)]:
    opt.zero_grad()
    parts = [net(x).pow(2).mean(), net(x).abs().mean()]
    for part in parts:
        part.backward()
        total += part  # HAZARD GL604
    opt.step()
assert total.item() > 0
