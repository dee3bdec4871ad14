# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch as th
from torch import nn
from torch.nn import functional as F


def collect_statistics(model, loader):
    th.set_grad_enabled(False)  # HAZARD GL402
    total, count = 0.0, 0
    for x, _ in loader:
        total += model(x).pow(2).mean().item()
        count += 1
    return total / count


def main():
    th.manual_seed(0)
    model = nn.Linear(4, 3)
    loader = [(th.randn(5, 4), th.randint(0, 3, (5,))) for _ in range(3)]
    scale = collect_statistics(model, loader)
    opt = th.optim.Adam(model.parameters(), lr=1e-3)
    for x, y in loader:
        opt.zero_grad()
        loss = F.cross_entropy(model(x) / scale, y)
        loss.backward()
        opt.step()


if __name__ == "__main__":
    main()
