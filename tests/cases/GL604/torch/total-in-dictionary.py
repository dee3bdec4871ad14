# framework: torch
# verdict: leak
# seen: the totals keep the graph of every batch
from collections import defaultdict

import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
totals = {"loss": 0.0}
others = defaultdict(float)
for x in torch.randn(5, 4, 3):
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    totals["loss"] += loss  # HAZARD GL604
    others["loss"] += loss  # HAZARD GL604
assert totals["loss"].grad_fn is not None and others["loss"].grad_fn is not None
print("OBSERVED leak")
