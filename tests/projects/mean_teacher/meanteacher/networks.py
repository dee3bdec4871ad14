from torch import nn


class Classifier(nn.Module):
    def __init__(self, dim=8, hidden=24, classes=3):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, hidden), nn.Tanh(), nn.Linear(hidden, classes))

    def forward(self, x):
        return self.net(x)
