# framework: torch
# verdict: clean
# seen: the optimizer puts a list into the group, which can be used again
import torch
from torch import nn

torch.manual_seed(0)
body, head = nn.Linear(2, 2), nn.Linear(2, 1)
slow = {"params": body.parameters(), "lr": 0.01}
fast = {"params": head.parameters(), "lr": 0.1}
for _ in range(3):
    optimizer = torch.optim.SGD([slow, fast], lr=0.1)
    assert all(len(group["params"]) == 2 for group in optimizer.param_groups)
    loss = head(body(torch.randn(4, 2))).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
