# framework: torch
# verdict: clean
# seen: gradient as expected; the errors and their weights are columns
import io

import torch
from torch import nn
from torch.nn import functional as F


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))
        self.second = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, states, actions):
        both = torch.cat([states, actions], dim=1)
        return self.first(both), self.second(both)


class Agent:
    def __init__(self, critic):
        self.critic = critic
        self.optimizer = torch.optim.Adam(critic.parameters())

    def update(self, states, actions, target, weights):
        one, two = self.critic(states, actions)
        loss = (F.mse_loss(one, target, reduction="none") * weights).mean()
        loss += (0.5 * F.mse_loss(two, target, reduction="none") * weights).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def train(self, batch):
        weights = torch.ones(len(batch["states"]), 1)
        self.update(batch["states"], batch["actions"], batch["target"], weights)


torch.manual_seed(0)
kept = io.BytesIO()
torch.save({"states": torch.randn(4, 3), "actions": torch.randn(4, 2), "target": torch.randn(4, 1)}, kept)
kept.seek(0)
agent = Agent(Critic())
agent.train(torch.load(kept))
print("OBSERVED", "clean" if agent.critic.first[0].weight.grad is not None else "none")
