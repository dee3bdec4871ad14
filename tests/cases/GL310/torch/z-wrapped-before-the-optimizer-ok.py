# framework: torch
# verdict: clean
# seen: the factors are trained
import torch
from torch import nn


class Adapted(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base
        self.down = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + (x @ self.down.t()) @ self.up.t()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(4, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.query(x)))


def adapt(model):
    for weight in model.parameters():
        weight.requires_grad_(False)
    model.query = Adapted(model.query)


def configure(model):
    decayed, plain = [], []
    for weight in model.parameters():
        if weight.requires_grad:
            (plain if weight.ndim < 2 else decayed).append(weight)
    return torch.optim.SGD([{"params": decayed, "weight_decay": 0.1}, {"params": plain}], lr=0.1)


model = Net()
adapt(model)
optimizer = configure(model)
for _ in range(2):
    optimizer.zero_grad()
    model(torch.ones(2, 4)).pow(2).mean().backward()
    optimizer.step()
