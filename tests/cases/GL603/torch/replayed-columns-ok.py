# framework: torch
# verdict: clean
# seen: the states that come back were made without a gradient, the actions are detached when they are drawn
import random
from collections import deque

import torch
from torch import nn

torch.manual_seed(0)
actor, critic = nn.Linear(2, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
memory = deque(maxlen=50)


def sample(size):
    states, actions, rewards = zip(*random.sample(list(memory), size))
    return torch.stack(states), torch.stack(actions).detach(), torch.tensor(rewards)


state = torch.zeros(2)
for step in range(12):
    action = torch.tanh(actor(state))
    memory.append((state, action, -float(action)))
    state = torch.randn(2)
    if len(memory) > 8:
        states, actions, rewards = sample(4)
        value = critic(torch.cat([states, actions], dim=-1)).squeeze(-1)
        optimizer.zero_grad()
        (value - rewards).square().mean().backward()
        optimizer.step()
print("OBSERVED clean")
