# framework: torch
# verdict: wrong
# seen: the gradient is not that of a regression to a constant target
import torch
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(critic.parameters(), lr=1e-2)
GAMMA, DECAY = 0.99, 0.95


def errors(states, rewards, alive, stop=lambda value: value):
    values = critic(states).squeeze(-1)
    found, carried = [], 0.0
    for step in reversed(range(len(rewards) - 1)):
        error = rewards[step] + GAMMA * alive[step] * stop(values[step + 1]) - values[step]  # HAZARD GL414
        carried = error + GAMMA * DECAY * alive[step] * carried
        found.append(carried)
    return torch.stack(found)


batch = torch.randn(6, 3), torch.randn(6), torch.ones(6)
optimizer.zero_grad()
errors(*batch).pow(2).mean().backward()
optimizer.step()
critic.zero_grad()
errors(*batch).pow(2).mean().backward()
attached = critic[0].weight.grad.clone()
critic.zero_grad()
errors(*batch, stop=torch.Tensor.detach).pow(2).mean().backward()
print("OBSERVED", "clean" if torch.allclose(attached, critic[0].weight.grad) else "wrong")
