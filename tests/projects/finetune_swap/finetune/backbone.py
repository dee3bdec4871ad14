from torch import nn


class SmallNet(nn.Module):
    def __init__(self, dim=12, hidden=24, classes=10):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(dim, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.head = nn.Linear(hidden, classes)

    def forward(self, x):
        return self.head(self.trunk(x))
