# framework: torch
# verdict: clean
# seen: one score for each row, and a softmax over the rows
import torch
from torch import nn


class Pool(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(4, 1)
        self.softmax = nn.Softmax(dim=1)

    def forward(self, h):
        return (self.softmax(self.score(h)) * h).sum(1)


pool = Pool()
pool(torch.randn(2, 5, 4)).square().mean().backward()
assert (pool.score.weight.grad != 0).any()
