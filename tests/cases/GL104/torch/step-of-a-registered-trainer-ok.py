# framework: torch
# verdict: clean
# seen: gradient as expected; the step calls backward() itself and returns a number to show
import torch
from torch import nn

TRAINERS = {}


def register(cls):
    TRAINERS[cls.__name__] = cls
    return cls


@register
class Plain:
    def __init__(self, model, rate):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=rate)

    def training_step(self, x, y):
        self.optimizer.zero_grad()
        loss = ((self.model(x) - y) ** 2).mean()
        loss.backward()
        self.optimizer.step()
        return float(loss)


trainer = next(iter(TRAINERS.values()))(nn.Linear(3, 1), 0.1)
assert trainer.training_step(torch.randn(4, 3), torch.randn(4, 1)) > 0
