# framework: torch
# verdict: none
# seen: 1
import warnings

import torch as th
from torch import Tensor

warnings.filterwarnings("ignore")


class Deform:
    def __init__(self, points: Tensor) -> None:
        self.points = points
        self.offset = th.zeros_like(points).requires_grad_()

    def energy(self, target: Tensor) -> Tensor:
        moved = self.points + self.offset
        stretch = (moved[1:] - moved[:-1]).pow(2).sum()
        return (moved - target).pow(2).sum() + 0.1 * stretch

    def descend(self, target: Tensor, lr: float, iters: int) -> int:
        for done in range(iters):
            self.energy(target).backward()
            if self.offset.grad is None:
                return done
            self.offset = self.offset - lr * self.offset.grad  # HAZARD GL305
        return iters


th.manual_seed(0)
shape = Deform(th.randn(6, 2))
steps = shape.descend(th.randn(6, 2), lr=0.05, iters=30)
print("OBSERVED", "none" if steps == 1 else "clean", steps)
