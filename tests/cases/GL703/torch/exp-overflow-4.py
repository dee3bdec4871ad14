# framework: torch
# verdict: nan
# seen: hand-made softplus log(1 + exp(x)) overflows for large scores: the gradient is NaN
from functools import reduce

import torch
import torch.nn as nn


def soft_hinge(margin):
    return torch.log(1 + torch.exp(margin))  # HAZARD GL703


def pairwise(scores, rel):
    diff = scores.unsqueeze(1) - scores.unsqueeze(0)
    better = (rel.unsqueeze(1) > rel.unsqueeze(0)).float()
    return soft_hinge(-diff) * better


class RankNet(nn.Module):
    def __init__(self, dim, scale=1.0):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 8), nn.ReLU(), nn.Linear(8, 1))
        self.scale = scale

    def forward(self, docs):
        return self.net(docs).squeeze(-1) * self.scale

    def loss(self, queries):
        losses = [pairwise(self(docs), rel).sum() for docs, rel in queries]
        return reduce(torch.add, losses) / len(losses)


if __name__ == "__main__":
    torch.manual_seed(0)
    model = RankNet(3, scale=1e4)
    queries = [(torch.randn(5, 3), torch.randint(0, 3, (5,))) for _ in range(4)]
    model.loss(queries).backward()
    assert any(p.grad.isnan().any() for p in model.parameters())
