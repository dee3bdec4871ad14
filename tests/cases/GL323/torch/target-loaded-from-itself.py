# framework: torch
# verdict: wrong
# seen: the target moves with each step of the network
import torch
from torch import nn

torch.manual_seed(0)
q_net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
target_net = q_net  # HAZARD GL323
target_net.load_state_dict(q_net.state_dict())
optimizer = torch.optim.SGD(q_net.parameters(), lr=0.1)
x = torch.randn(6, 4)
before = target_net(x).detach()
for _ in range(2):
    with torch.no_grad():
        goal = 1.0 + 0.9 * target_net(x).max(1, keepdim=True).values
    loss = (q_net(x).gather(1, torch.zeros(6, 1, dtype=torch.long)) - goal).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED", "clean" if torch.equal(before, target_net(x)) else "wrong")
