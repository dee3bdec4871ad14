from torch import nn


class TabularNet(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(dim, hidden), nn.SiLU())
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        return self.out(self.body(x))


def make_model(dim=6, hidden=16):
    return TabularNet(dim, hidden)
