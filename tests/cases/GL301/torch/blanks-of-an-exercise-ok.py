# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Linear(3, 2)
        self.opt = torch.optim.Adam(self.parameters())
        self.temperature = 0.1

    def entropy(self, dist):
        return ...

    def loss(self, obs):
        dist = self.actor(obs)
        loss = ...
        return loss, torch.mean(self.entropy(dist))

    def update(self, obs):
        loss, entropy = self.loss(obs)
        loss -= self.temperature * entropy
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


agent = Agent()
assert agent.loss is not None
