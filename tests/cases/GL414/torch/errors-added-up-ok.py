# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(critic.parameters(), lr=1e-2)


def advantages(values, rewards, gamma=0.99, decay=0.95):
    found, carried = [], 0.0
    for step in reversed(range(len(rewards) - 1)):
        error = rewards[step] + gamma * values[step + 1] - values[step]
        carried = error + gamma * decay * carried
        found.insert(0, carried)
    return torch.stack(found)


states, rewards = torch.randn(6, 3), torch.randn(6)
for _ in range(3):
    values = critic(states).squeeze(-1)
    with torch.no_grad():
        returns = advantages(values, rewards) + values[:-1]
    loss = (returns - values[:-1]).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED", "clean" if critic[0].weight.grad.any() else "none")
