# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Net(nn.Module):
    """predict() runs without recording, and what it keeps is shown afterwards."""

    def __init__(self):
        super().__init__()
        self.score = nn.Linear(3, 3)
        self.kept = {}

    def forward(self, x):
        weights = self.score(x).softmax(dim=-1)
        self.kept = {"weights": weights}
        return (weights * x).sum(dim=-1)

    def importances(self):
        return self.kept["weights"].mean(dim=0).cpu().numpy()
