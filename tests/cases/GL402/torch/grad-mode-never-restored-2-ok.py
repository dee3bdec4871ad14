# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn
from torch.nn import functional as F


class Frozen:
    def __enter__(self):
        self.previous = th.is_grad_enabled()
        th.set_grad_enabled(False)
        return self

    def __exit__(self, *exc):
        th.set_grad_enabled(self.previous)


def collect_statistics(model, loader):
    with Frozen():
        values = [model(x).pow(2).mean().item() for x, _ in loader]
    return sum(values) / len(values)


def main():
    th.manual_seed(0)
    model = nn.Linear(4, 3)
    loader = [(th.randn(5, 4), th.randint(0, 3, (5,))) for _ in range(3)]
    th.set_grad_enabled(False)
    scale = collect_statistics(model, loader)
    th.set_grad_enabled(True)
    opt = th.optim.Adam(model.parameters(), lr=1e-2)
    trace = []
    for _ in range(10):
        for x, y in loader:
            opt.zero_grad()
            loss = F.cross_entropy(model(x) / scale, y)
            loss.backward()
            opt.step()
            trace.append(loss.item())
    print("OBSERVED", "clean" if sum(trace[-3:]) < sum(trace[:3]) and model.weight.grad.any() else "none")


if __name__ == "__main__":
    main()
