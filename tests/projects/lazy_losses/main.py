import torch

import objectives
from towers import Towers


def pairs(n):
    a = torch.randn(n, 6)
    return a, torch.cat([a[:, :3], torch.randn(n, 2)], dim=1)


def terms(model, a, b):
    left, right, temperature = model(a, b)
    return {"contrast": objectives.contrast(left, right, temperature), "size": left.pow(2).mean() + right.pow(2).mean()}


def main():
    torch.manual_seed(0)
    model = Towers(6, 5)
    criterion = objectives.Weighted(["contrast", "size"])
    optimizer = torch.optim.Adam([*model.parameters(), *criterion.parameters()], lr=1e-2)
    for _ in range(15):
        loss = criterion(terms(model, *pairs(16)))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
    print({k: round(v, 4) for k, v in criterion.last.items()})


if __name__ == "__main__":
    main()
