# framework: torch
# verdict: clean
# seen: without the switch nothing is gathered; with it only what the loss sees of the other side carries a gradient
import argparse

import torch
import torch.distributed as dist
from torch import nn


def collected(rows):
    parts = [torch.empty_like(rows) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, rows)  # HAZARD GL401
    return torch.cat(parts, dim=0)


class Ranking(nn.Module):
    def __init__(self, across):
        super().__init__()
        self.query, self.passage = nn.Linear(5, 3), nn.Linear(5, 3)
        self.across = across

    def forward(self, queries, passages):
        q, p = self.query(queries), self.passage(passages)
        if self.across:
            q, p = collected(q), collected(p)
        return nn.functional.cross_entropy(q @ p.T, torch.arange(len(q)))


parser = argparse.ArgumentParser()
parser.add_argument("--across", action="store_true")
options = parser.parse_args([])
torch.manual_seed(0)
ranking = Ranking(options.across)
optimizer = torch.optim.SGD(ranking.parameters(), lr=0.1)
optimizer.zero_grad()
ranking(torch.randn(4, 5), torch.randn(4, 5)).backward()
optimizer.step()
print("OBSERVED clean")
