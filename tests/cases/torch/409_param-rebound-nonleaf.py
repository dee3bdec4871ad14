# framework: torch
# verdict: none
# seen: False
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

    def descend(self, target: Tensor, lr: float, iters: int) -> None:
        for _ in range(iters):
            self.energy(target).backward()
            if self.offset.grad is None:
                break
            self.offset = self.offset - lr * self.offset.grad  # HAZARD param-rebound-nonleaf


th.manual_seed(0)
shape = Deform(th.randn(6, 2))
shape.descend(th.randn(6, 2), lr=0.05, iters=30)
print("OBSERVED", "none" if shape.offset.grad is None else "clean", shape.offset.is_leaf)
