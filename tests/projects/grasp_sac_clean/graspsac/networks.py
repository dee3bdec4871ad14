import torch
from torch import nn
from torch.distributions import Normal


def mlp(sizes):
    layers = []
    for cin, cout in zip(sizes[:-1], sizes[1:]):
        layers += [nn.Linear(cin, cout), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


class Critic(nn.Module):
    def __init__(self, obs, act, hidden=32):
        super().__init__()
        self.q1 = mlp([obs + act, hidden, 1])
        self.q2 = mlp([obs + act, hidden, 1])

    def forward(self, obs, act):
        both = torch.cat([obs, act], -1)
        return self.q1(both), self.q2(both)


class Actor(nn.Module):
    def __init__(self, obs, act, hidden=32):
        super().__init__()
        self.trunk = mlp([obs, hidden, hidden])
        self.mu = nn.Linear(hidden, act)
        self.log_std = nn.Linear(hidden, act)

    def dist(self, obs):
        h = torch.relu(self.trunk(obs))
        return Normal(self.mu(h), self.log_std(h).clamp(-5, 2).exp())

    def act(self, obs):
        """For the robot: no graph."""
        with torch.no_grad():
            return torch.tanh(self.dist(obs).sample())

    def propose(self, obs):
        dist = self.dist(obs)
        raw = dist.rsample()
        action = torch.tanh(raw)
        logp = dist.log_prob(raw) - torch.log(1 - action.pow(2) + 1e-6)
        return action, logp.sum(-1, keepdim=True)
