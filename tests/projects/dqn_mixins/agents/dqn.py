import torch
import torch.nn.functional as F

from .mixins import TargetNetworkMixin
from .network import mlp


class DQNAgent(TargetNetworkMixin):
    def __init__(self, obs_dim, n_actions, gamma=0.99, lr=1e-3):
        self.gamma = gamma
        self.online = mlp([obs_dim, 32, n_actions])
        self.make_target()
        self.optimizer = torch.optim.Adam(self.online.parameters(), lr=lr)

    def q_values(self, obs):
        with torch.no_grad():
            return self.online(obs)

    def act(self, obs):
        return self.q_values(obs).argmax(-1)

    def loss(self, obs, action, reward, nxt, done):
        q = self.q_values(obs).gather(1, action[:, None]).squeeze(1)  # HAZARD nograd-helper GL402
        with torch.no_grad():
            best = self.target(nxt).max(1).values
            goal = reward + self.gamma * (1 - done) * best
        return F.smooth_l1_loss(q, goal)

    def update(self, batch):
        loss = self.loss(*batch)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
