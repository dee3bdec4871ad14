# framework: torch
# verdict: clean
# seen: the weights are limited between two steps
import torch
from torch import nn


def limit_weights(critic, bound):
    for layer in critic.children():
        layer.weight.clamp_(-bound, bound)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(3, 1)

    def forward(self, x):
        return self.score(x)

    def limit(self, bound):
        self.score.weight.clamp_(-bound, bound)
        self.score.bias.zero_()


torch.manual_seed(0)
print("OBSERVED clean")
