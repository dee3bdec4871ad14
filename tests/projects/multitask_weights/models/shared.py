from torch import nn


class SharedTrunk(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(dim, hidden), nn.ReLU())
        self.heads = nn.ModuleDict({"price": nn.Linear(hidden, 1), "sold": nn.Linear(hidden, 1)})

    def forward(self, x):
        h = self.trunk(x)
        return {name: head(h).squeeze(-1) for name, head in self.heads.items()}
