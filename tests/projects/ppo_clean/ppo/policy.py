import torch
from torch import nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self, obs, actions):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs, 16), nn.Tanh())
        self.pi = nn.Linear(16, actions)
        self.v = nn.Linear(16, 1)

    def forward(self, obs):
        h = self.trunk(obs)
        return Categorical(logits=self.pi(h)), self.v(h).squeeze(-1)

    @torch.no_grad()
    def act(self, obs, greedy=False):
        dist, value = self(obs)
        action = dist.probs.argmax(-1) if greedy else dist.sample()
        return action, dist.log_prob(action), value
