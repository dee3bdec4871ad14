import torch
from torch import nn


class MLPBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc1 = nn.Linear(dim, 2 * dim)
        self.fc2 = nn.Linear(2 * dim, dim)

    def forward(self, x):
        return x + self.fc2(torch.relu(self.fc1(x)))


class Classifier(nn.Module):
    def __init__(self, dim=16, depth=2, classes=10):
        super().__init__()
        self.blocks = nn.Sequential(*[MLPBlock(dim) for _ in range(depth)])
        self.head = nn.Linear(dim, classes)

    def forward(self, x):
        feats = self.blocks(x)
        return self.head(feats), feats
