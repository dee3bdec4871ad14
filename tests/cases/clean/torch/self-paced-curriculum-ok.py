# framework: torch
# verdict: clean
# seen: sample mask from detached NumPy losses multiplies live per-sample losses
"""Self-paced learning: easy samples first, chosen by their current loss value."""
import heapq

import numpy as np
import torch
import torch.nn as nn


class SelfPaced:
    def __init__(self, n, quantile=0.4, growth=1.3):
        self.loss_of = np.full(n, np.inf)
        self.quantile, self.growth = quantile, growth

    def record(self, idx, losses):
        self.loss_of[idx.numpy()] = losses

    def mask(self, losses):
        threshold = np.quantile(losses, min(self.quantile, 1.0))
        return torch.from_numpy((losses <= threshold).astype(np.float32))

    def grow(self):
        self.quantile *= self.growth

    def hardest(self, k):
        return heapq.nlargest(k, range(len(self.loss_of)), key=self.loss_of.__getitem__)


def batches(x, y, size, rng):
    order = rng.permutation(len(x))
    for start in range(0, len(x), size):
        idx = torch.from_numpy(order[start : start + size])
        yield idx, x[idx], y[idx]


def main(epochs=3):
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    x = torch.randn(48, 6)
    y = (x[:, 0] * x[:, 1] > 0).float()
    model = nn.Sequential(nn.Linear(6, 24), nn.SiLU(), nn.Linear(24, 1), nn.Flatten(0))
    per_sample = nn.BCEWithLogitsLoss(reduction="none")
    opt = torch.optim.NAdam(model.parameters(), lr=1e-2)
    pace = SelfPaced(len(x))
    for epoch in range(epochs):
        for idx, xb, yb in batches(x, y, 16, rng):
            raw = per_sample(model(xb), yb)
            values = raw.detach().cpu().numpy()
            chosen = pace.mask(values)
            loss = (raw * chosen).sum() / chosen.sum()
            opt.zero_grad()
            loss.backward()
            opt.step()
            pace.record(idx, values)
        pace.grow()
        print(epoch, pace.quantile, float(np.mean(pace.loss_of)))
    return model, pace.hardest(5)


if __name__ == "__main__":
    model, hardest = main()
    assert len(hardest) == 5
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters())
