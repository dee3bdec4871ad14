# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [8, 2]], which is output 0 of Exp, is at version 1; expected version 0 instead. Hint: enable anomaly
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
        std = th.exp(self.log_std(h))
        std += 1e-3  # HAZARD GL203
        return Normal(self.mean(h), std)


def reinforce(policy, opt, obs, returns):
    dist = policy(obs)
    action = dist.sample()
    loss = -(dist.log_prob(action).sum(dim=1) * returns).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


th.manual_seed(0)
policy = GaussianPolicy(3, 2)
opt = th.optim.Adam(policy.parameters(), lr=3e-4)
print(reinforce(policy, opt, th.randn(8, 3), th.randn(8)))
