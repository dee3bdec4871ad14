# framework: torch
# verdict: clean
# seen: gradient as expected
import numpy as np
import torch
from torch import nn


class Robust:
    """The tasks are weighted by how badly the last rounds went."""

    def __init__(self, model, tasks):
        self.model, self.tasks = model, tasks

    def fit(self, step, rounds):
        share = np.ones(self.tasks) / self.tasks
        for _ in range(rounds):
            total = 0.0
            for i in range(self.tasks):
                total += share[i] * self.model(torch.randn(4, 2)).pow(2).mean()
            share[i] += 0.1 * total
            share = share / share.sum()
            grads = torch.autograd.grad(total, list(self.model.parameters()))
            step(self.model, grads)


@torch.no_grad()
def descend(model, grads):
    for weight, grad in zip(model.parameters(), grads):
        weight -= 0.1 * grad


torch.manual_seed(0)
Robust(nn.Linear(2, 1), 3).fit(descend, 3)
