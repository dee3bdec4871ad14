from torch import nn


class ResidualBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.first = nn.Linear(dim, dim)
        self.second = nn.Linear(dim, dim)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        out = self.relu(self.first(x))
        out = self.second(out)
        out += x
        return self.relu(out)
