# framework: torch
# verdict: clean
# seen: the copy is trained by an optimizer of its own, for evaluation
import copy

import torch
from torch import nn


class Meta:
    def __init__(self):
        self.model = nn.Linear(2, 1)
        self.weights = list(self.model.parameters())
        self.optimizer = torch.optim.Adam(self.weights, 1e-3)

    def train(self, x, y):
        loss = (x @ self.weights[0].T + self.weights[1] - y).pow(2).mean()
        for weight, grad in zip(self.weights, torch.autograd.grad(loss, self.weights)):
            weight.grad = grad
        self.optimizer.step()

    def evaluate(self, x, y):
        adapted = copy.deepcopy(self.model)
        optimizer = torch.optim.Adam(adapted.parameters(), 1e-3)
        for _ in range(3):
            optimizer.zero_grad()
            loss = (adapted(x) - y).pow(2).mean()
            loss.backward()
            optimizer.step()
        return loss.item()


torch.manual_seed(0)
meta = Meta()
x, y = torch.randn(4, 2), torch.randn(4, 1)
meta.evaluate(x, y)
meta.train(x, y)
meta.evaluate(x, y)
