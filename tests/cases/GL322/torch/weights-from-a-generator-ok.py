# framework: torch
# verdict: clean
# seen: the scale of the loss moves
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, prediction, target):
        return (self.scale * (prediction - target).square()).mean()


class Fit:
    def __init__(self, model, criterion):
        self.model, self.criterion = model, criterion
        self.optimizer = torch.optim.SGD(list(self.trained()), lr=0.1)

    def trained(self):
        yield from self.model.body.parameters()
        yield from self.model.head.parameters()
        yield from self.criterion.parameters()

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = self.criterion(self.model(x), y)
        loss.backward()
        self.optimizer.step()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


torch.manual_seed(0)
fit = Fit(Model(), Scaled())
for _ in range(3):
    fit.step(torch.ones(5, 3), torch.zeros(5, 1))
print("OBSERVED", "none" if fit.criterion.scale.item() == 1.0 else "clean")
