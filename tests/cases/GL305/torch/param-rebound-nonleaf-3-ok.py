# framework: torch
# verdict: clean
# seen: True
import torch as th
from torch import Tensor


class Deform:
    def __init__(self, points: Tensor) -> None:
        self.points = points
        self.offset = th.zeros_like(points).requires_grad_()

    def energy(self, offset: Tensor, target: Tensor) -> Tensor:
        moved = self.points + offset
        stretch = (moved[1:] - moved[:-1]).pow(2).sum()
        return (moved - target).pow(2).sum() + 0.1 * stretch

    def descend(self, target: Tensor, lr: float, iters: int) -> list[float]:
        trace = []
        for _ in range(iters):
            energy = self.energy(self.offset, target)
            energy.backward()
            trace.append(energy.item())
            self.offset = (self.offset - lr * self.offset.grad).detach().requires_grad_()
        return trace

    def unrolled(self, target: Tensor, lr: Tensor, iters: int) -> Tensor:
        offset = self.offset
        for _ in range(iters):
            (grad,) = th.autograd.grad(self.energy(offset, target), offset, create_graph=True)
            offset = offset - lr * grad
        return self.energy(offset, target)


th.manual_seed(0)
shape, target = Deform(th.randn(6, 2)), th.randn(6, 2)
lr = th.tensor(0.01, requires_grad=True)
(slope,) = th.autograd.grad(shape.unrolled(target, lr, iters=3), lr)
high, low = (shape.unrolled(target, th.tensor(0.01 + d), 3).item() for d in (1e-3, -1e-3))
learned_lr = abs(slope.item() - (high - low) / 2e-3) < 0.02 * abs(slope.item())
trace = shape.descend(target, lr=0.05, iters=30)
print("OBSERVED", "clean" if learned_lr and trace[-1] < 0.5 * trace[0] else "wrong", shape.offset.is_leaf)
