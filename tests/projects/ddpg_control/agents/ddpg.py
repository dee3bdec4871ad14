import copy

import torch
import torch.nn.functional as F

from .networks import Critic, mlp


class DDPG:
    def __init__(self, observation, action, gamma=0.99, tau=0.01):
        self.actor = mlp(observation, 32, action)
        self.critic = Critic(observation, action)
        self.target_actor, self.target_critic = copy.deepcopy(self.actor), copy.deepcopy(self.critic)
        self.actor_opt = torch.optim.Adam(self.actor.parameters(), 1e-3)
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), 1e-3)
        self.gamma, self.tau = gamma, tau

    def bootstrap(self, batch):
        with torch.no_grad():
            following = self.target_actor(batch.after)
            return batch.reward + self.gamma * self.target_critic(batch.after, following)

    def update_critic(self, batch):
        loss = F.mse_loss(self.critic(batch.before, batch.action), self.bootstrap(batch))
        self.critic_opt.zero_grad()
        loss.backward()
        self.critic_opt.step()
        return loss.item()

    def update_actor(self, batch):
        action = self.actor(batch.before)
        value = self.critic(batch.before, action.detach())  # HAZARD actor-detached GL401
        loss = -value.mean()
        self.actor_opt.zero_grad()
        loss.backward()
        self.actor_opt.step()
        return loss.item()

    def follow(self):
        for slow, fast in ((self.target_actor, self.actor), (self.target_critic, self.critic)):
            for old, new in zip(slow.parameters(), fast.parameters()):
                old.data.lerp_(new.data, self.tau)
