# framework: torch
# verdict: wrong
# seen: the projection never moves
import torch
from torch import nn


class Pairs(nn.Module):
    """Compares two views of the same rows after a projection of its own."""

    def __init__(self, dim):
        super().__init__()
        self.into = nn.Sequential(nn.Linear(dim, dim), nn.ReLU())

    def forward(self, one, two):
        logits = self.into(one) @ self.into(two).t()
        return nn.functional.cross_entropy(logits, torch.arange(len(logits)))


class Trainer:
    def __init__(self):
        self.body, self.loss = nn.Linear(4, 8), Pairs(8)
        self.optimizer = torch.optim.Adam(self.body.parameters(), lr=1e-3)  # HAZARD GL322

    def step(self, x):
        self.optimizer.zero_grad()
        self.loss(self.body(x), self.body(x + 0.1)).backward()
        self.optimizer.step()


trainer = Trainer()
trainer.step(torch.randn(3, 4))
