# framework: torch
# verdict: clean
# seen: gradient as expected; the branch with backward() is not taken under no_grad
import os

import torch
from torch import nn


class Quantizer(nn.Module):
    def __init__(self, make_optimizer):
        super().__init__()
        self.codes = nn.Linear(3, 3)
        self.optimizer = make_optimizer(self.parameters()) if make_optimizer is not None else None

    def forward(self, x):
        own_step = self.optimizer is not None
        found = self.codes(x)
        if own_step and self.training:
            loss = nn.functional.mse_loss(found, x)
            loss.backward()
            self.optimizer.step()
        return found


class Policy(nn.Module):
    def __init__(self, make_optimizer=None):
        super().__init__()
        self.quantizer = Quantizer(make_optimizer)
        self.head = nn.Linear(3, 3)

    def loss(self, x):
        with torch.no_grad():
            target = self.quantizer(x)
        return nn.functional.mse_loss(self.head(x), target)


made = {"sgd": torch.optim.SGD}.get(os.environ.get("OPTIMIZER", ""))
policy = Policy(made)
policy.loss(torch.randn(4, 3)).backward()
assert policy.head.weight.grad is not None
