# framework: torch
# verdict: clean
# seen: False
import copy

import torch
from torch import nn
from torch.nn import functional as F


class DQN:
    def __init__(self, obs_dim, actions, gamma=0.99):
        self.online = nn.Linear(obs_dim, actions)
        self.target = copy.deepcopy(self.online)
        for p in self.target.parameters():
            p.requires_grad = False
        self.opt = torch.optim.Adam(self.online.parameters(), lr=1e-3)
        self.gamma = gamma

    def update(self, obs, action, reward, following):
        value = self.online(obs).gather(1, action.unsqueeze(1)).squeeze(1)
        best = self.target(following).max(dim=1).values
        loss = F.smooth_l1_loss(value, reward + self.gamma * best)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def sync(self, tau=0.005):
        with torch.no_grad():
            for slow, fast in zip(self.target.parameters(), self.online.parameters()):
                slow.lerp_(fast, tau)


torch.manual_seed(0)
agent = DQN(4, 2)
for _ in range(3):
    agent.update(torch.randn(6, 4), torch.randint(0, 2, (6,)), torch.rand(6), torch.randn(6, 4))
    agent.sync()
right = agent.online.weight.grad.any() and agent.target.weight.grad is None
print("OBSERVED", "clean" if right else "wrong", agent.target.weight.requires_grad)
