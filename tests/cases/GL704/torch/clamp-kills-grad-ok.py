# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.distributions import Normal


class GaussianPolicy(nn.Module):
    LOW, HIGH = -5.0, 2.0

    def __init__(self, n_obs=3, n_act=2):
        super().__init__()
        self.mean = nn.Linear(n_obs, n_act)
        self.raw = nn.Parameter(torch.zeros(n_act))

    def forward(self, obs):
        log_std = self.LOW + 0.5 * (self.HIGH - self.LOW) * (torch.tanh(self.raw) + 1)
        return Normal(self.mean(obs), log_std.exp())


def ppo_loss(policy, obs, actions, old, advantage, clip=0.2):
    ratio = torch.exp(policy(obs).log_prob(actions).sum(dim=1) - old)
    clipped = ratio.clamp(1 - clip, 1 + clip)
    return -torch.min(ratio * advantage, clipped * advantage).mean()


torch.manual_seed(0)
policy = GaussianPolicy()
optimizer = torch.optim.Adam(policy.parameters(), lr=0.02)
obs = torch.randn(256, 3)
gains = []
for _ in range(20):
    with torch.no_grad():
        dist = policy(obs)
        actions = dist.sample()
        old = dist.log_prob(actions).sum(dim=1)
        reward = -(actions - obs[:, :2] * 0.5).abs().sum(dim=1)
    gains.append(reward.mean().item())
    for _ in range(4):
        optimizer.zero_grad()
        ppo_loss(policy, obs, actions, old, reward - reward.mean()).backward()
        optimizer.step()
        with torch.no_grad():
            policy.raw.clamp_(-3, 3)
print("OBSERVED", "clean" if gains[-1] > gains[0] + 0.1 else "zero")
