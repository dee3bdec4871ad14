# framework: torch
# verdict: clean
# seen: the bonus is a number from outside
import sys

import torch
from torch import nn

torch.manual_seed(0)
policy = nn.Linear(3, 2)
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
simulator = sys.modules.get("simulator") or (lambda actions: actions.clip(0.0, 1.0))
states = torch.randn(6, 3)
means = policy(states)
with torch.no_grad():
    actions = means + 0.1 * torch.randn_like(means)
rewards = simulator(actions)
loss = (means - 0.5).square().sum() + rewards.sum()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED clean")
