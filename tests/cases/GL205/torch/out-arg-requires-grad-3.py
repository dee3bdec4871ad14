# framework: torch
# verdict: raises
# seen: RuntimeError: tanh(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.
import torch
from torch import nn


class Pool:
    def __init__(self, shape):
        self.buffer = torch.empty(shape)

    def run(self, layer, x):
        return torch.tanh(layer(x), out=self.buffer)  # HAZARD GL205


Pool((2, 3)).run(nn.Linear(4, 3), torch.randn(2, 4)).sum().backward()
