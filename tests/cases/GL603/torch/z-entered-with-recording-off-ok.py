# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Agent:
    """Whoever calls update() has switched recording off."""

    def __init__(self):
        self.critic = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def update(self, states, rewards):
        values = self.critic(states).squeeze(1)
        returns = rewards + 0.9 * values.tanh()
        torch.set_grad_enabled(True)
        for _ in range(3):
            loss = (self.critic(states).squeeze(1) - returns).square().mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        torch.set_grad_enabled(False)
