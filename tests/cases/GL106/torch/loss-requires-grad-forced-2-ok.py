# framework: torch
# verdict: clean
# seen: tensor(True)
import torch as th
from torch import Tensor, nn
from torch.nn import functional as F


class Ranker:
    def __init__(self, dim: int, k: int) -> None:
        self.scorer = nn.Linear(dim, 6)
        self.k = k
        self.opt = th.optim.Adagrad(self.scorer.parameters(), lr=0.1)

    def update(self, x: Tensor, y: Tensor) -> float:
        self.opt.zero_grad()
        loss = F.multi_margin_loss(self.scorer(x), y)
        loss.backward()
        self.opt.step()
        return loss.item()

    def hit_rate(self, x: Tensor, y: Tensor) -> Tensor:
        best = self.scorer(x).topk(self.k, dim=1).indices
        return (best == y.unsqueeze(1)).any(dim=1).float().mean()

    def saliency(self, x: Tensor, label: int) -> Tensor:
        x = x.clone().requires_grad_()
        self.scorer(x)[:, label].sum().backward()
        return x.grad


th.manual_seed(0)
ranker = Ranker(dim=7, k=2)
x, y = th.randn(30, 7), th.randint(0, 6, (30,))
losses = [ranker.update(x, y) for _ in range(40)]
heat = ranker.saliency(x, 3)
right = th.allclose(heat, ranker.scorer.weight[3].detach().expand(30, 7)) and losses[-1] < losses[0]
print("OBSERVED", "clean" if right else "none", ranker.hit_rate(x, y) > 0)
