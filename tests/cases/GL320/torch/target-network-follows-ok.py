# framework: torch
# verdict: clean
# seen: gradient as expected
from copy import deepcopy

import torch

torch.manual_seed(0)
online = torch.nn.Linear(2, 1)
target = deepcopy(online)
optimizer = torch.optim.SGD(online.parameters(), lr=0.1)
for x in torch.randn(3, 4, 2):
    with torch.no_grad():
        goal = target(x)
    optimizer.zero_grad()
    (online(x) - goal - 1.0).pow(2).mean().backward()
    optimizer.step()
    with torch.no_grad():
        for slow, fast in zip(target.parameters(), online.parameters()):
            slow.lerp_(fast, 0.1)
