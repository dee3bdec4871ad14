# framework: torch
# verdict: wrong
# seen: the tables have gradients and are in no list of parameters
import torch
from torch import nn


class Neighbours(nn.Module):
    def __init__(self, tables):
        super().__init__()
        self.tables = tables  # HAZARD GL308
        self.mix = nn.Linear(4, 4)

    def forward(self, kind, numbers):
        return self.mix(self.tables[kind](numbers))


class Recommender(nn.Module):
    def __init__(self, users, items):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(()))
        self.around = Neighbours({"user": nn.Embedding(users, 4), "item": nn.Embedding(items, 4)})

    def forward(self, users, items):
        return (self.around("user", users) * self.around("item", items)).sum(-1) + self.bias


model = Recommender(5, 7)
owned = {id(each) for each in model.parameters()}
model(torch.tensor([1, 2]), torch.tensor([3, 4])).sum().backward()
table = model.around.tables["user"].weight
print("OBSERVED", "wrong" if table.grad is not None and id(table) not in owned else "clean")
