# framework: torch
# verdict: clean
# seen: rollout under no_grad in NumPy, old log-probs and advantages constants; item() only for KL early stop and statistics
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import torch
from torch import nn


@dataclass
class PPOConfig:
    clip: float = 0.2
    epochs: int = 3
    minibatch: int = 16
    target_kl: float = 0.5
    lr: float = 3e-3
    vf_coef: float = 0.5


@dataclass
class Rollout:
    obs: list = field(default_factory=list)
    act: list = field(default_factory=list)
    logp: list = field(default_factory=list)
    val: list = field(default_factory=list)
    rew: list = field(default_factory=list)

    def as_tensors(self, gamma: float = 0.9, lam: float = 0.95):
        rew, val = np.array(self.rew), np.array(self.val + [0.0])
        adv, last = np.zeros_like(rew), 0.0
        for t in reversed(range(len(rew))):
            delta = rew[t] + gamma * val[t + 1] - val[t]
            adv[t] = last = delta + gamma * lam * last
        ret = adv + val[:-1]
        to = lambda a: torch.as_tensor(np.asarray(a), dtype=torch.float32)
        return to(self.obs), to(self.act), to(self.logp), to(adv), to(ret)


class GaussianPolicy(nn.Module):
    def __init__(self, obs_dim: int, act_dim: int):
        super().__init__()
        self.mu = nn.Sequential(nn.Linear(obs_dim, 16), nn.Tanh(), nn.Linear(16, act_dim))
        self.log_std = nn.Parameter(torch.full((act_dim,), -0.5))
        self.critic = nn.Sequential(nn.Linear(obs_dim, 16), nn.Tanh(), nn.Linear(16, 1))

    def dist(self, obs: torch.Tensor) -> torch.distributions.Normal:
        return torch.distributions.Normal(self.mu(obs), self.log_std.exp())

    @torch.no_grad()
    def act(self, obs: torch.Tensor):
        d = self.dist(obs)
        a = d.sample()
        return a.numpy(), d.log_prob(a).sum(-1).item(), self.critic(obs).item()


def update(policy: GaussianPolicy, opt: torch.optim.Optimizer, roll: Rollout, cfg: PPOConfig) -> dict[str, float]:
    obs, act, old_logp, adv, ret = roll.as_tensors()
    stats: dict[str, list[float]] = {"pg": [], "vf": [], "kl": []}
    for _ in range(cfg.epochs):
        for idx in torch.randperm(len(obs)).split(cfg.minibatch):
            logp = policy.dist(obs[idx]).log_prob(act[idx]).sum(-1)
            ratio = (logp - old_logp[idx]).exp()
            a = adv[idx]
            pg = -torch.min(ratio * a, ratio.clamp(1 - cfg.clip, 1 + cfg.clip) * a).mean()
            vf = (policy.critic(obs[idx]).squeeze(-1) - ret[idx]).pow(2).mean()
            opt.zero_grad()
            (pg + cfg.vf_coef * vf).backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            opt.step()
            with torch.no_grad():
                kl = ((ratio - 1) - ratio.log()).mean().item()
            for key, value in (("pg", pg.item()), ("vf", vf.item()), ("kl", kl)):
                stats[key].append(value)
        if np.mean(stats["kl"]) > 1.5 * cfg.target_kl:
            break
    return {k: float(np.mean(v)) for k, v in stats.items()}


def main() -> tuple[GaussianPolicy, dict[str, float]]:
    torch.manual_seed(1)
    cfg, policy, roll = PPOConfig(), GaussianPolicy(3, 2), Rollout()
    opt = torch.optim.Adam(policy.parameters(), lr=cfg.lr)
    for _ in range(64):
        o = torch.randn(3)
        a, lp, v = policy.act(o)
        for store, x in zip((roll.obs, roll.act, roll.logp, roll.val, roll.rew), (o.numpy(), a, lp, v, -float(np.sum(a**2)))):
            store.append(x)
    return policy, update(policy, opt, roll, cfg)


if __name__ == "__main__":
    policy, stats = main()
    assert set(stats) == {"pg", "vf", "kl"}
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in policy.parameters())
