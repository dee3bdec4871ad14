# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
import numpy as np
import torch
from torch import nn


class Metric:
    def __init__(self, fn):
        self.fn, self.values = fn, []

    def __call__(self, pred, target):
        self.values.append(self.fn(pred, target))


def rmse(pred, target):
    return np.sqrt(((pred - target) ** 2).mean())  # HAZARD GL101


metric = Metric(rmse)
net = nn.Linear(2, 1)
metric(net(torch.randn(3, 2)), torch.zeros(3, 1))
