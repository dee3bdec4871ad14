# framework: torch
# verdict: raises
# seen: AttributeError: 'float' object has no attribute 'backward'
import torch
from torch import nn


class LossBook:
    def __init__(self, **weights):
        self.weights = weights

    def combine(self, parts):
        return sum(self.weights[k] * v.item() for k, v in parts.items())


torch.manual_seed(0)
net = nn.Linear(2, 2)
out = net(torch.randn(3, 2))
loss = LossBook(fit=1.0, size=0.1).combine({"fit": out.pow(2).mean(), "size": net.weight.abs().sum()})
loss.backward()  # HAZARD GL104
