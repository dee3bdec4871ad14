# framework: torch
# verdict: clean
# seen: gradient as expected
import copy
import math

import torch
from torch import nn
import torch.nn.functional as F

LOG_MIN, LOG_MAX = -5, 2


class Actor(nn.Module):
    def __init__(self, o, a):
        super().__init__()
        self.trunk = nn.Linear(o, 16)
        self.mu, self.log_std = nn.Linear(16, a), nn.Linear(16, a)

    def forward(self, s):
        h = F.relu(self.trunk(s))
        mu, log_std = self.mu(h), torch.clamp(self.log_std(h), LOG_MIN, LOG_MAX)
        std = log_std.exp()
        u = mu + std * torch.randn_like(mu)
        a = torch.tanh(u)
        logp = (-0.5 * ((u - mu) / std) ** 2 - log_std - 0.5 * math.log(2 * math.pi)).sum(-1, keepdim=True)
        logp = logp - torch.log(1 - a.pow(2) + 1e-6).sum(-1, keepdim=True)
        return a, logp


class Critic(nn.Module):
    def __init__(self, o, a):
        super().__init__()
        self.q1 = nn.Sequential(nn.Linear(o + a, 16), nn.ReLU(), nn.Linear(16, 1))
        self.q2 = nn.Sequential(nn.Linear(o + a, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, s, a):
        x = torch.cat([s, a], -1)
        return self.q1(x), self.q2(x)


torch.manual_seed(0)
actor, critic = Actor(3, 2), Critic(3, 2)
target = copy.deepcopy(critic).requires_grad_(False)
log_alpha = torch.zeros(1, requires_grad=True)
actor_opt = torch.optim.Adam(actor.parameters(), 1e-3)
critic_opt = torch.optim.Adam(critic.parameters(), 1e-3)
alpha_opt = torch.optim.Adam([log_alpha], 1e-3)


def update(s, a, r, s2, d):
    alpha = log_alpha.exp().item()
    with torch.no_grad():
        a2, logp2 = actor(s2)
        y = r + 0.99 * (1 - d) * (torch.min(*target(s2, a2)) - alpha * logp2)
    q1, q2 = critic(s, a)
    critic_loss = F.mse_loss(q1, y) + F.mse_loss(q2, y)
    critic_opt.zero_grad()
    critic_loss.backward()
    critic_opt.step()
    for p in critic.parameters():
        p.requires_grad = False
    pi, logp = actor(s)
    actor_loss = (alpha * logp - torch.min(*critic(s, pi))).mean()
    actor_opt.zero_grad()
    actor_loss.backward()
    actor_opt.step()
    for p in critic.parameters():
        p.requires_grad = True
    alpha_loss = -(log_alpha * (logp - 2.0).detach()).mean()
    alpha_opt.zero_grad()
    alpha_loss.backward()
    alpha_opt.step()
    with torch.no_grad():
        for p, t in zip(critic.parameters(), target.parameters()):
            t.lerp_(p, 0.005)
    return dict(critic=critic_loss.item(), actor=actor_loss.item(), alpha=alpha)


logs = update(torch.randn(8, 3), torch.rand(8, 2), torch.rand(8, 1), torch.randn(8, 3), torch.zeros(8, 1))
ok = log_alpha.item() != 0 and actor.mu.weight.grad.any() and all(math.isfinite(v) for v in logs.values())
print("OBSERVED", "clean" if ok else "wrong")
