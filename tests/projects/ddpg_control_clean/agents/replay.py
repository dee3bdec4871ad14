from typing import NamedTuple

import torch


class Batch(NamedTuple):
    before: torch.Tensor
    action: torch.Tensor
    reward: torch.Tensor
    after: torch.Tensor


class Replay:
    def __init__(self, observation, action):
        self.sizes = observation, action

    def sample(self, count):
        observation, action = self.sizes
        return Batch(torch.randn(count, observation), torch.randn(count, action), torch.randn(count), torch.randn(count, observation))
