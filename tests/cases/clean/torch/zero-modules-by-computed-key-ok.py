# framework: torch
# verdict: clean
# seen: each module is in the ModuleDict as well, so parameters() lists it
import torch
from torch import nn


class Scorers(nn.Module):
    def __init__(self, given):
        super().__init__()
        self.scorers = {}
        self.registered = nn.ModuleDict()
        for name, scorer in given.items():
            self.scorers[name] = scorer
            if isinstance(scorer, nn.Module):
                self.registered[name] = scorer

    def forward(self, x):
        return sum(scorer(x) for scorer in self.scorers.values())


model = Scorers({f"scorer{i}": nn.Linear(3, 1) for i in range(3)})
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
optimizer.zero_grad()
model(torch.randn(5, 3)).sum().backward()
optimizer.step()
