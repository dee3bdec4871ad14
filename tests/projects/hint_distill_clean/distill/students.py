from torch import nn


class Student(nn.Module):
    def __init__(self, dim=16, hidden=24, classes=4):
        super().__init__()
        self.inp = nn.Linear(dim, hidden)
        self.mid = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, classes)
        self.act = nn.GELU()

    def forward(self, x):
        h = self.act(self.inp(x))
        h = self.act(self.mid(h))
        return self.out(h)
