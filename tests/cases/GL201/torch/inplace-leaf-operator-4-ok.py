# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn, Tensor
from typing import Iterator


class SAM:
    def __init__(self, params: Iterator[nn.Parameter], rho: float = 0.05) -> None:
        self.params = list(params)
        self.rho = rho
        self.saved: dict[int, Tensor] = {}

    @torch.no_grad()
    def ascend(self) -> None:
        norm = torch.stack([p.grad.norm() for p in self.params]).norm()
        for i, p in enumerate(self.params):
            e = self.rho * p.grad / (norm + 1e-12)
            self.saved[i] = e
            p += e
            p.grad = None

    @torch.no_grad()
    def descend(self, lr: float) -> None:
        for i, p in enumerate(self.params):
            p -= self.saved.pop(i)
            p.add_(p.grad, alpha=-lr)
            p.grad = None


torch.manual_seed(0)
net = nn.Linear(2, 1)
sam = SAM(net.parameters())
x, y = torch.randn(8, 2), torch.randn(8, 1)
trace = []
for _ in range(4):
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    sam.ascend()
    (net(x) - y).pow(2).mean().backward()
    sam.descend(0.1)
    trace.append(loss.item())
print("OBSERVED", "clean" if trace[-1] < trace[0] else "wrong")
