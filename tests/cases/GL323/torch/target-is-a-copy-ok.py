# framework: torch
# verdict: clean
# seen: the target stays as it is until it is loaded
import copy

import torch
from torch import nn

torch.manual_seed(0)
q_net = nn.Linear(4, 2)
online = q_net
target_net = copy.deepcopy(q_net)
target_net.load_state_dict(online.state_dict())
optimizer = torch.optim.SGD(q_net.parameters(), lr=0.1)
x = torch.randn(6, 4)
before = target_net(x).detach()
with torch.no_grad():
    goal = 1.0 + 0.9 * target_net(x).max(1, keepdim=True).values
loss = (q_net(x).gather(1, torch.zeros(6, 1, dtype=torch.long)) - goal).square().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "clean" if torch.equal(before, target_net(x)) else "wrong")
