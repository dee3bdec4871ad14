# framework: torch
# verdict: wrong
# seen: (n,1) - (n,) broadcasts to (n,n): model learns the mean
"""House prices, Kaggle style."""
import numpy as np
import torch
import torch.nn as nn


class Tabular(nn.Module):
    def __init__(self, n_features):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(n_features, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, x):
        return self.layers(x)


def rmsle(pred, target):
    diff = pred - target  # HAZARD GL510
    return (diff**2).mean()


def train(X, y, epochs=200):
    torch.manual_seed(0)
    model = Tabular(X.shape[1])
    inputs = torch.tensor(X, dtype=torch.float32)
    target = torch.log1p(torch.tensor(y, dtype=torch.float32))
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    for epoch in range(epochs):
        opt.zero_grad()
        loss = rmsle(model(inputs), target)
        loss.backward()
        opt.step()
    return model, loss.item()


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    y = np.exp(X @ np.array([1.0, -1.0, 0.5])) - 1
    model, loss = train(X, np.maximum(y, 0.0))
    pred = model(torch.tensor(X, dtype=torch.float32)).detach().squeeze(1)
    # it can only learn the mean
    assert pred.std() < 0.2 * torch.log1p(torch.tensor(np.maximum(y, 0.0))).std()
