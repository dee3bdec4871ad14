import copy

import torch
import torch.nn.functional as F

from .networks import Critic, SquashedGaussianActor


class SACAgent:
    def __init__(self, obs_dim, act_dim, hidden=16, gamma=0.99, tau=0.01, lr=3e-4):
        self.actor = SquashedGaussianActor(obs_dim, act_dim, hidden)
        self.critic = Critic(obs_dim, act_dim, hidden)
        self.critic_target = copy.deepcopy(self.critic).requires_grad_(False)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.alpha = self.log_alpha.exp()
        self.target_entropy = -float(act_dim)
        self.gamma, self.tau = gamma, tau
        self.actor_opt = torch.optim.Adam(self.actor.parameters(), lr=lr)
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=lr)
        self.alpha_opt = torch.optim.Adam([self.log_alpha], lr=lr)

    def critic_loss(self, batch):
        next_act, next_logp = self.actor(batch["next_obs"])
        q1_t, q2_t = self.critic(batch["next_obs"], next_act)
        soft = torch.min(q1_t, q2_t) - self.alpha.detach() * next_logp
        target = batch["rew"] + self.gamma * (1 - batch["done"]) * soft  # HAZARD attached-target GL414
        q1, q2 = self.critic(batch["obs"], batch["act"])
        return F.mse_loss(q1, target) + F.mse_loss(q2, target)

    def actor_loss(self, batch):
        act, logp = self.actor(batch["obs"])
        q1, q2 = self.critic(batch["obs"], act)
        return (self.alpha.detach() * logp - torch.min(q1, q2)).mean(), logp.detach()

    def update(self, batch):
        loss_q = self.critic_loss(batch)
        self.critic_opt.zero_grad()
        loss_q.backward()
        self.critic_opt.step()

        for p in self.critic.parameters():
            p.requires_grad_(False)
        loss_pi, logp = self.actor_loss(batch)
        self.actor_opt.zero_grad()
        loss_pi.backward()
        self.actor_opt.step()
        for p in self.critic.parameters():
            p.requires_grad_(True)

        loss_alpha = -(self.alpha * (logp + self.target_entropy)).mean()
        self.alpha_opt.zero_grad()
        loss_alpha.backward()  # HAZARD computed-once GL603
        self.alpha_opt.step()
        self.sync_target()
        return {"q": loss_q.item(), "pi": loss_pi.item(), "alpha": self.alpha.item()}

    @torch.no_grad()
    def sync_target(self):
        for p, tp in zip(self.critic.parameters(), self.critic_target.parameters()):
            tp.mul_(1 - self.tau).add_(self.tau * p)
