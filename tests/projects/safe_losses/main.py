from dataclasses import dataclass

import torch

from net import Net
from objectives import select


@dataclass
class Options:
    loss: str = "rms"
    steps: int = 15
    lr: float = 1e-2


def data(n):
    x = torch.randn(n, 3)
    mask = (torch.rand(n) > 0.3).to(x.dtype)
    return x, x.sum(1), mask


def run(options):
    torch.manual_seed(0)
    model = Net()
    loss_fn = select(options.loss)
    optimizer = torch.optim.RMSprop(model.parameters(), lr=options.lr)
    best = float("inf")
    for _ in range(options.steps):
        x, y, mask = data(32)
        optimizer.zero_grad()
        loss = loss_fn(model(x), y, mask)
        loss.backward()
        optimizer.step()
        best = min(best, float(loss))
    return best


if __name__ == "__main__":
    for name in ("rms", "log", "mixture"):
        print(name, round(run(Options(loss=name)), 4))
