# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn, Tensor
from typing import Iterator


class SAM:
    def __init__(self, params: Iterator[nn.Parameter], rho: float = 0.05) -> None:
        self.params = list(params)
        self.rho = rho
        self.saved: dict[int, Tensor] = {}

    def ascend(self) -> None:
        norm = torch.stack([p.grad.norm() for p in self.params]).norm()
        for i, p in enumerate(self.params):
            e = self.rho * p.grad / (norm + 1e-12)
            self.saved[i] = e
            p += e  # HAZARD GL201


torch.manual_seed(0)
net = nn.Linear(2, 1)
sam = SAM(net.parameters())
net(torch.randn(3, 2)).sum().backward()
sam.ascend()
