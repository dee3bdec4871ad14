# framework: torch
# verdict: none
# seen: 5
import torch as th
from torch import Tensor, nn


class Ranker:
    def __init__(self, dim: int, k: int) -> None:
        self.scorer = nn.Linear(dim, 6)
        self.k = k
        self.opt = th.optim.Adagrad(self.scorer.parameters(), lr=0.1)

    def loss(self, x: Tensor, y: Tensor) -> Tensor:
        best = self.scorer(x).topk(self.k, dim=1).indices
        hit = (best == y.unsqueeze(1)).any(dim=1)
        return 1.0 - hit.float().mean()

    def update(self, x: Tensor, y: Tensor) -> float:
        self.opt.zero_grad()
        loss = self.loss(x, y)
        loss.requires_grad_()  # HAZARD GL106
        loss.backward()
        self.opt.step()
        return loss.item()


th.manual_seed(0)
ranker = Ranker(dim=7, k=2)
before = ranker.scorer.weight.clone().detach()
misses = [ranker.update(th.randn(10, 7), th.randint(0, 6, (10,))) for _ in range(5)]
print("OBSERVED", "none" if th.equal(before, ranker.scorer.weight) else "clean", len(misses))
