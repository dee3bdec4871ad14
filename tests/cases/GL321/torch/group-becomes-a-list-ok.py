# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

body, head = nn.Linear(3, 4), nn.Linear(4, 1)
slow = {"params": body.parameters(), "lr": 0.001}
fast = {"params": head.parameters(), "lr": 0.01}
for shots in (1, 4):
    opt = torch.optim.SGD([slow, fast], weight_decay=4e-5)
    for _ in range(shots):
        opt.zero_grad()
        head(body(torch.randn(2, 3))).pow(2).mean().backward()
        opt.step()
    assert opt.param_groups[1]["params"]
