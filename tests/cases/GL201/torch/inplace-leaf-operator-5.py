# framework: torch
# verdict: caught
# seen: p -= lr * p.grad outside no_grad in a helper raises
"""Linear regression tutorial without torch.optim."""
import torch
import torch.nn as nn


def make_data(n=64):
    x = torch.randn(n, 3)
    y = x @ torch.tensor([[1.0], [-2.0], [0.5]]) + 0.3
    return x, y


def apply_update(params, lr):
    for p in params:
        p -= lr * p.grad  # HAZARD GL201


def train(lr=0.1, iters=5):
    model = nn.Linear(3, 1)
    x, y = make_data()
    for i in range(iters):
        loss = ((model(x) - y) ** 2).mean()
        model.zero_grad()
        loss.backward()
        apply_update(model.parameters(), lr)
        print(i, loss.item())
    return model


if __name__ == "__main__":
    torch.manual_seed(0)
    try:
        train()
    except RuntimeError as e:
        assert "leaf Variable" in str(e)
    else:
        raise AssertionError
