# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn
from torch.distributions import Normal


class GaussianPolicy(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs_dim, 16), nn.Tanh())
        self.mean = nn.Linear(16, act_dim)
        self.log_std = nn.Linear(16, act_dim)

    def forward(self, obs):
        h = self.trunk(obs)
        log_std = self.log_std(h)
        log_std -= 0.5
        std = th.exp(log_std) + 1e-3
        mean = self.mean(h)
        mean *= 2.0
        return Normal(mean, std)


def reinforce(policy, opt, obs, returns):
    dist = policy(obs)
    action = dist.sample()
    weight = th.softmax(returns, dim=0)
    weight *= len(returns)
    loss = -(dist.log_prob(action).sum(dim=1) * weight).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


th.manual_seed(0)
policy = GaussianPolicy(3, 2)
opt = th.optim.Adam(policy.parameters(), lr=3e-4)
obs = th.randn(8, 3)
reinforce(policy, opt, obs, th.randn(8))
alive = all(p.grad.abs().sum().item() > 0 for p in policy.parameters())
print("OBSERVED", "clean" if alive else "none")
