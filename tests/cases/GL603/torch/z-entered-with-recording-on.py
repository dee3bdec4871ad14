# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.critic = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def update(self, states, rewards):
        values = self.critic(states).squeeze(1)
        returns = rewards + 0.9 * values.tanh()  # HAZARD GL414
        for _ in range(3):
            loss = (self.critic(states).squeeze(1) - returns).square().mean()
            self.optimizer.zero_grad()
            loss.backward()  # HAZARD GL603
            self.optimizer.step()


Agent().update(torch.randn(4, 3), torch.randn(4))
