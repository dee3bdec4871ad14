import torch
from torch import nn


class Tower(nn.Module):
    def __init__(self, count, width):
        super().__init__()
        self.table = nn.Embedding(count, width)
        self.project = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))

    def forward(self, ids):
        return nn.functional.normalize(self.project(self.table(ids)), dim=-1)


class TwoTower(nn.Module):
    def __init__(self, users, items, width=8):
        super().__init__()
        self.users, self.items = Tower(users, width), Tower(items, width)
        self.temperature = nn.Parameter(torch.tensor(0.2))

    def score(self, user, item):
        return (self.users(user) * self.items(item)).sum(-1) / self.temperature
