# framework: torch
# verdict: clean
# seen: gradient as expected
import copy

import torch as th
from torch import Tensor, nn
from torch.nn import functional as F


class BYOL(nn.Module):
    def __init__(self, dim: int = 6) -> None:
        super().__init__()
        self.online = nn.Sequential(nn.Linear(dim, 8), nn.ReLU(), nn.Linear(8, 4))
        self.predictor = nn.Linear(4, 4)
        self.target = copy.deepcopy(self.online)

    def trainable(self):
        return [*self.online.parameters(), *self.predictor.parameters()]

    def forward(self, a: Tensor, b: Tensor) -> Tensor:
        loss = 0.0
        for one, two in ((a, b), (b, a)):
            p = F.normalize(self.predictor(self.online(one)), dim=-1)
            t = F.normalize(self.target(two).detach(), dim=-1)
            loss = loss + 2 - 2 * (p * t).sum(dim=-1).mean()
        return loss

    @th.no_grad()
    def momentum_update(self, m: float = 0.99) -> None:
        for slow, fast in zip(self.target.parameters(), self.online.parameters()):
            slow.mul_(m).add_(fast, alpha=1 - m)


th.manual_seed(0)
model = BYOL()
opt = th.optim.SGD(model.trainable(), lr=0.1)
views = th.randn(2, 16, 6)
trace = []
for _ in range(30):
    opt.zero_grad()
    loss = model(*views)
    loss.backward()
    opt.step()
    model.momentum_update()
    trace.append(loss.item())
alive = all(p.grad.any() for p in model.trainable())
print("OBSERVED", "clean" if alive and trace[-1] < trace[0] else "none")
