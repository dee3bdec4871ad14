# framework: torch
# verdict: clean
# seen: the model around it owns the tables
import torch
from torch import nn


class Neighbours(nn.Module):
    def __init__(self, tables):
        super().__init__()
        self.tables = tables
        self.mix = nn.Linear(4, 4)

    def forward(self, kind, numbers):
        return self.mix(self.tables[kind](numbers))


class Recommender(nn.Module):
    def __init__(self, users, items):
        super().__init__()
        self.users = nn.Embedding(users, 4)
        self.items = nn.Embedding(items, 4)
        self.around = Neighbours({"user": self.users, "item": self.items})

    def forward(self, users, items):
        return (self.around("user", users) * self.around("item", items)).sum(-1)


model = Recommender(5, 7)
owned = {id(each) for each in model.parameters()}
model(torch.tensor([1, 2]), torch.tensor([3, 4])).sum().backward()
print("OBSERVED", "clean" if id(model.users.weight) in owned and model.users.weight.grad is not None else "none")
