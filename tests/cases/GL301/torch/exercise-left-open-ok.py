# framework: torch
# verdict: clean
# seen: gradient as expected; the cell that raises is never chosen
import os

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(width, 4))
        self.offset = nn.Parameter(torch.zeros(width), requires_grad=False)

    def forward(self, x):
        return x @ self.weight.t() + self.offset


class GatedCell(nn.Module):
    def __init__(self, width):
        super().__init__()

    def forward(self, x):
        raise NotImplementedError


def train(kind):
    if kind == "plain":
        model = Cell(3)
    elif kind == "gated":
        model = GatedCell(3)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    for _ in range(3):
        x, y = torch.randn(5, 4), torch.randint(3, (5,))
        model.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    return model


torch.manual_seed(0)
model = train(os.environ.get("CELL", "plain"))
print("OBSERVED", "clean" if model.weight.grad is not None else "none")
