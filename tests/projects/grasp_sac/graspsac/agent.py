import copy

import torch
import torch.nn.functional as F

from .networks import Actor, Critic


class SAC:
    def __init__(self, obs, act, lr=3e-4, gamma=0.99, tau=0.01):
        self.actor, self.critic = Actor(obs, act), Critic(obs, act)
        self.target = copy.deepcopy(self.critic).requires_grad_(False)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.opt_actor = torch.optim.Adam(self.actor.parameters(), lr=lr)
        self.opt_critic = torch.optim.Adam(self.critic.parameters(), lr=lr)
        self.opt_alpha = torch.optim.Adam([self.log_alpha], lr=lr)
        self.gamma, self.tau, self.goal = gamma, tau, -float(act)

    @property
    def alpha(self):
        return self.log_alpha.exp()

    def critic_loss(self, obs, act, rew, nxt):
        with torch.no_grad():
            action, logp = self.actor.propose(nxt)
            q = torch.min(*self.target(nxt, action)) - self.alpha * logp
            backup = rew + self.gamma * q
        q1, q2 = self.critic(obs, act)
        return F.mse_loss(q1, backup) + F.mse_loss(q2, backup)

    def actor_loss(self, obs):
        action, logp = self.actor.propose(obs)
        q = torch.min(*self.critic(obs, action))
        return (self.alpha.detach() * logp - q).mean(), logp

    def alpha_loss(self, logp):
        return -(self.alpha.detach() * (logp + self.goal).detach()).mean()  # HAZARD both-stopped GL401

    def update(self, batch):
        obs, act, rew, nxt = batch
        self.opt_critic.zero_grad()
        self.critic_loss(obs, act, rew, nxt).backward()
        self.opt_critic.step()

        loss, logp = self.actor_loss(obs)
        self.opt_actor.zero_grad()
        loss.backward()
        self.opt_actor.step()

        self.opt_alpha.zero_grad()
        self.alpha_loss(logp).backward()
        self.opt_alpha.step()
        with torch.no_grad():
            for t, p in zip(self.target.parameters(), self.critic.parameters()):
                t.lerp_(p, self.tau)
        return loss.item()
