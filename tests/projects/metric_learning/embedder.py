from torch import nn


class Embedder(nn.Module):
    def __init__(self, dim, out):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, out))

    def forward(self, x):
        return self.net(x)
