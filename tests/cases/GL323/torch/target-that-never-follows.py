# framework: torch
# verdict: wrong
# seen: the target never moves
import copy

import torch
from torch import nn

torch.manual_seed(0)
online = nn.Linear(3, 2)
target = copy.deepcopy(online)
optimizer = torch.optim.Adam(online.parameters(), lr=0.01)


def follow(tau=0.05):
    for slow, fast in zip(target.parameters(), online.parameters()):
        slow = slow.data * (1 - tau) + fast.data * tau  # HAZARD GL323


before = target.weight.detach().clone()
for _ in range(3):
    states = torch.randn(8, 3)
    with torch.no_grad():
        wanted = target(states)
    loss = (online(states) - wanted - 1.0).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    follow()
print("OBSERVED", "wrong" if torch.equal(before, target.weight) else "clean")
