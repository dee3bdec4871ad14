import torch
from torch import nn


def mlp(*sizes):
    layers = []
    for inside, outside in zip(sizes, sizes[1:]):
        layers += [nn.Linear(inside, outside), nn.Tanh()]
    return nn.Sequential(*layers[:-1])


class Critic(nn.Module):
    def __init__(self, observation, action):
        super().__init__()
        self.body = mlp(observation + action, 32, 1)

    def forward(self, observation, action):
        return self.body(torch.cat([observation, action], -1)).squeeze(-1)
