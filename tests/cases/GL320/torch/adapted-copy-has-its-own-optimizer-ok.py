# framework: torch
# verdict: clean
# seen: gradient as expected
from copy import deepcopy

import torch
from torch import nn


class Meta:
    def __init__(self):
        self.model = nn.Linear(2, 1)
        self.outer = torch.optim.Adam(self.model.parameters())

    def adapt(self, x, y, steps):
        model = deepcopy(self.model)
        opt = torch.optim.SGD(model.parameters(), lr=0.1)
        for _ in range(steps):
            opt.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            opt.step()
        return model(x).detach()

    def train(self, x, y):
        loss = nn.functional.mse_loss(self.model(x), y)
        grads = torch.autograd.grad(loss, list(self.model.parameters()))
        for w, g in zip(self.model.parameters(), grads):
            w.grad = g
        self.outer.step()


meta = Meta()
x, y = torch.randn(5, 2), torch.randn(5, 1)
for _ in range(3):
    meta.adapt(x, y, 2)
    meta.train(x, y)
