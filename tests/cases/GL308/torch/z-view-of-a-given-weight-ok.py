# framework: torch
# verdict: clean
# seen: the weight belongs to the layer that made it
import torch
from torch import nn


class Holder(nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight.T


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.rows = nn.Parameter(torch.randn(2, 5))

    def forward(self, index):
        return nn.functional.embedding(index, Holder(self.rows).weight)


table = Table()
optimizer = torch.optim.SGD(table.parameters(), lr=0.1)
optimizer.zero_grad()
table(torch.tensor([0, 1])).sum().backward()
optimizer.step()
