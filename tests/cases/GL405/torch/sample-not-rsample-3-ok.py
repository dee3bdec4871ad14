# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.distributions import Categorical, Independent, Normal


class Actor(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.mu = nn.Linear(obs, act)
        self.log_std = nn.Parameter(torch.zeros(act))

    def dist(self, obs):
        return Independent(Normal(self.mu(obs), self.log_std.exp()), 1)

    def act(self, obs):
        d = self.dist(obs)
        a = d.sample()
        return a, d.log_prob(a)


def reinforce(policy, obs, env):
    d = Categorical(logits=policy(obs))
    a = d.sample()
    reward = env(a)
    return -(d.log_prob(a) * (reward - reward.mean())).mean() - 0.01 * d.entropy().mean()


torch.manual_seed(0)
actor, critic, policy = Actor(3, 2), nn.Linear(5, 1), nn.Linear(3, 4)
obs = torch.randn(6, 3)
d = actor.dist(obs)
u = d.rsample()
q = critic(torch.cat([obs, torch.tanh(u)], -1))
loss = (0.1 * d.log_prob(u) - q.squeeze(-1)).mean() + reinforce(policy, obs, lambda a: a.float())
old_a, old_logp = actor.act(obs)
ratio = (actor.dist(obs).log_prob(old_a) - old_logp.detach()).exp()
loss = loss - ratio.mean()
loss.backward()
print("OBSERVED", "clean" if actor.mu.weight.grad.any() and policy.weight.grad.any() else "wrong")
