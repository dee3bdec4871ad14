# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn
from torch.distributions import Independent, Normal


class Actor(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.mu = nn.Linear(obs, act)
        self.log_std = nn.Parameter(torch.zeros(act))

    def dist(self, obs):
        return Independent(Normal(self.mu(obs), self.log_std.exp()), 1)


class SAC:
    def __init__(self):
        self.actor, self.critic = Actor(3, 2), nn.Linear(5, 1)
        self.opt = torch.optim.Adam(self.actor.parameters(), lr=1e-3)

    def actor_loss(self, obs):
        action = self.actor.dist(obs).sample()  # HAZARD GL405
        return -self.critic(torch.cat([obs, action], dim=-1)).mean()


torch.manual_seed(0)
agent = SAC()
agent.opt.zero_grad()
agent.actor_loss(torch.randn(4, 3)).backward()
agent.opt.step()
print("OBSERVED", "none" if agent.actor.mu.weight.grad is None else "clean")
