# framework: torch
# verdict: zero
# seen: the gradient of the score is exactly zero
import torch
from torch import nn


class Pool(nn.Module):
    def __init__(self):
        super().__init__()
        self.read = nn.GRU(4, 4, batch_first=True)
        self.score = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, x):
        h = self.read(x)[0]
        return (self.softmax(self.score(h)) * h).sum(1)  # HAZARD GL403


pool = Pool()
pool(torch.randn(2, 5, 4)).square().mean().backward()
assert all((each.grad == 0).all() for each in pool.score.parameters())
print("OBSERVED zero")
