# framework: torch
# verdict: clean
# seen: alpha is .item() in the actor loss but trained by its own loss with log-probs detached; rsample; targets lerp_ under no_grad
"""Soft actor-critic losses with automatic temperature tuning."""
import copy
import math

import torch
from torch import nn
from torch.distributions import Normal


def mlp(*sizes):
    layers = []
    for i, (a, b) in enumerate(zip(sizes[:-1], sizes[1:])):
        layers.append(nn.Linear(a, b))
        if i < len(sizes) - 2:
            layers.append(nn.ReLU(inplace=True))
    return nn.Sequential(*layers)


class SquashedActor(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.net = mlp(obs, 32, 2 * act)

    def forward(self, obs):
        mu, log_std = self.net(obs).chunk(2, dim=-1)
        dist = Normal(mu, torch.tanh(log_std).exp())
        pre = dist.rsample()
        logp = dist.log_prob(pre).sum(-1)
        logp = logp - (2 * (math.log(2) - pre - nn.functional.softplus(-2 * pre))).sum(-1)
        return torch.tanh(pre), logp


class SAC:
    def __init__(self, obs=4, act=2):
        self.actor = SquashedActor(obs, act)
        self.q1, self.q2 = mlp(obs + act, 32, 1), mlp(obs + act, 32, 1)
        self.targets = [copy.deepcopy(q).requires_grad_(False) for q in (self.q1, self.q2)]
        self.log_alpha = torch.zeros((), requires_grad=True)
        self.target_entropy = -float(act)
        self.opt_q = torch.optim.Adam([*self.q1.parameters(), *self.q2.parameters()], lr=1e-3)
        self.opt_pi = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.opt_alpha = torch.optim.Adam([self.log_alpha], lr=1e-3)

    @property
    def alpha(self):
        return self.log_alpha.exp().item()

    def q(self, net, s, a):
        return net(torch.cat([s, a], dim=-1)).squeeze(-1)

    def update(self, s, a, r, s2):
        with torch.no_grad():
            a2, lp2 = self.actor(s2)
            q2 = torch.min(*(self.q(t, s2, a2) for t in self.targets))
            y = r + 0.99 * (q2 - self.alpha * lp2)
        q_loss = sum((self.q(net, s, a) - y).pow(2).mean() for net in (self.q1, self.q2))
        self.opt_q.zero_grad()
        q_loss.backward()
        self.opt_q.step()

        new_a, logp = self.actor(s)
        q_pi = torch.min(self.q(self.q1, s, new_a), self.q(self.q2, s, new_a))
        pi_loss = (self.alpha * logp - q_pi).mean()
        self.opt_pi.zero_grad()
        pi_loss.backward()
        self.opt_pi.step()

        alpha_loss = -(self.log_alpha * (logp + self.target_entropy).detach()).mean()
        self.opt_alpha.zero_grad()
        alpha_loss.backward()
        self.opt_alpha.step()

        with torch.no_grad():
            for net, tgt in zip((self.q1, self.q2), self.targets):
                for p, tp in zip(net.parameters(), tgt.parameters()):
                    tp.lerp_(p, 0.005)
        return q_loss.item(), pi_loss.item(), alpha_loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    sac = SAC()
    for _ in range(3):
        sac.update(torch.randn(32, 4), torch.rand(32, 2) * 2 - 1, torch.randn(32), torch.randn(32, 4))
    assert sac.log_alpha.grad.abs() > 0 and sac.alpha != 1.0
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in sac.actor.parameters())
