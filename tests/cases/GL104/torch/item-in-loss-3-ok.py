# framework: torch
# verdict: clean
# seen: 0.961
import torch
from torch import nn, optim
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 1)
        self.log_std = nn.Parameter(torch.zeros(1))

    def sample(self, obs):
        dist = Normal(self.mean(obs), self.log_std.exp())
        raw = dist.rsample()
        action = torch.tanh(raw)
        log_prob = dist.log_prob(raw) - torch.log(1 - action.pow(2) + 1e-6)
        return action, log_prob


torch.manual_seed(0)
actor, critic = Actor(), nn.Linear(4, 1).requires_grad_(False)
actor_opt = optim.Adam(actor.parameters(), lr=1e-2)
log_alpha = torch.zeros(1, requires_grad=True)
alpha_opt = optim.Adam([log_alpha], lr=1e-2)
alpha = log_alpha.exp().item()
for _ in range(4):
    obs = torch.randn(16, 3)
    action, log_prob = actor.sample(obs)
    actor_loss = (alpha * log_prob - critic(torch.cat([obs, action], dim=1))).mean()
    actor_opt.zero_grad()
    actor_loss.backward()
    actor_opt.step()

    with torch.no_grad():
        _, log_prob = actor.sample(obs)
    alpha_loss = (-log_alpha.exp() * (log_prob - 1.0)).mean()
    alpha_opt.zero_grad()
    alpha_loss.backward()
    alpha_opt.step()
    alpha = log_alpha.exp().item()
moved = alpha != 1.0 and actor.log_std.grad.abs().item() > 0 and log_alpha.grad.abs().item() > 0
print("OBSERVED", "clean" if moved else "none", round(alpha, 3))
