# framework: torch
# verdict: none
# seen: no gradient in the actor
import torch as th
import torch.nn as nn
from torch import distributions as D


class Actor(nn.Module):
    def __init__(self, n_obs, n_act):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_obs, 16), nn.ReLU())
        self.mean, self.log_std = nn.Linear(16, n_act), nn.Parameter(th.zeros(n_act))

    def act(self, obs):
        policy = D.Normal(self.mean(self.body(obs)), self.log_std.exp())
        return th.tanh(policy.sample())  # HAZARD GL405


class Critic(nn.Module):
    def __init__(self, n_obs, n_act):
        super().__init__()
        self.q = nn.Sequential(nn.Linear(n_obs + n_act, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, obs, action):
        return self.q(th.cat([obs, action], dim=-1))


def improve(actor, critic, opt, obs):
    opt.zero_grad()
    loss = -critic(obs, actor.act(obs)).mean()
    loss.backward()
    opt.step()


th.manual_seed(0)
actor, critic = Actor(4, 2), Critic(4, 2)
opt = th.optim.Adam(actor.parameters(), lr=1e-3)
improve(actor, critic, opt, th.randn(32, 4))
lost = all(p.grad is None for p in actor.parameters())
print("OBSERVED", "none" if lost else "clean", "no gradient in the actor")
