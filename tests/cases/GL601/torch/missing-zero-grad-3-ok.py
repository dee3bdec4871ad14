# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


def fit_lbfgs(model, x, y, rounds=5):
    optimizer = torch.optim.LBFGS(model.parameters(), lr=0.5, max_iter=10)

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    for _ in range(rounds):
        loss = optimizer.step(closure)
    return loss.item()


def fit_by_hand(model, x, y, lr=0.1, rounds=200):
    params = list(model.parameters())
    for _ in range(rounds):
        loss = F.mse_loss(model(x), y)
        loss.backward()
        with torch.no_grad():
            for p in params:
                p -= lr * p.grad
                p.grad = None
    return loss.item()


torch.manual_seed(0)
x = torch.randn(40, 3)
y = x @ torch.tensor([[1.0], [2.0], [-1.0]]) + 0.5
quick, slow = fit_lbfgs(nn.Linear(3, 1), x, y), fit_by_hand(nn.Linear(3, 1), x, y)
print("OBSERVED", "clean" if quick < 1e-3 and slow < 1e-3 else "wrong")
