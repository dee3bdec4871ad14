# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


class Ensemble(nn.Module):
    def __init__(self, make, n):
        super().__init__()
        members = []
        for _ in range(n):
            members.append(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)))
        self.members = tuple(members)  # HAZARD GL308
        self.alphas = {f"a{i}": nn.Parameter(torch.ones(1)) for i in range(n)}  # HAZARD GL308

    def forward(self, x):
        return sum(a * m(x) for a, m in zip(self.alphas.values(), self.members))


torch.manual_seed(0)
model = Ensemble(None, 3)
print("OBSERVED", "wrong" if not list(model.parameters()) else "clean")
