import torch
from torch import nn
from torch.distributions import Normal
class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Linear(3, 2)
        self.log_std = nn.Linear(3, 2)
    def forward(self, obs):
        dist = Normal(self.mu(obs), self.log_std(obs).clamp(-5, 2).exp())
        u = dist.sample()
        logp = dist.log_prob(u).sum(-1)
        return torch.tanh(u), logp
actor, critic = Actor(), nn.Linear(5, 1)
opt = torch.optim.Adam(actor.parameters())
for _ in range(3):
    obs = torch.randn(4, 3)
    a, logp = actor(obs)
    q = critic(torch.cat([obs, a], -1))
    loss = (0.2 * logp - q).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
