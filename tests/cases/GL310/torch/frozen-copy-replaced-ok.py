# framework: torch
# verdict: clean
# seen: gradient as expected
import copy

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(2, 2)
        self.reset()

    def reset(self):
        self.momentum = copy.deepcopy(self.backbone)
        for weight in self.momentum.parameters():
            weight.requires_grad = False

    def forward(self, x):
        return self.backbone(x) - self.momentum(-x)


model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(4):
    if step == 2:
        model.reset()
    optimizer.zero_grad()
    model(torch.ones(1, 2)).pow(2).sum().backward()
    optimizer.step()
assert model.backbone.weight.grad is not None
