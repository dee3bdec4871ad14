import torch
import torch.nn.functional as F

from a2c.buffer import Rollout
from a2c.nets import ActorCritic


class A2C:
    def __init__(self, obs, actions, lr=3e-3, gamma=0.99):
        self.net = ActorCritic(obs, actions)
        self.opt = torch.optim.Adam(self.net.parameters(), lr=lr)
        self.gamma = gamma
        self.rollout = Rollout()

    def act(self, obs):
        dist, value = self.net(obs)
        action = dist.sample()
        return action, dist.log_prob(action), value, dist.entropy()

    def update(self):
        returns = self.rollout.returns(self.gamma)
        logps = torch.stack(self.rollout.logps)
        values = torch.stack(self.rollout.values)
        advantage = returns - values.squeeze(-1).detach()
        policy = -(logps * advantage).mean()
        value = F.mse_loss(values.squeeze(-1), returns)
        entropy = torch.stack(self.rollout.entropies).mean()
        loss = policy + 0.5 * value - 0.01 * entropy
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.rollout.reset()
        return loss.item()
