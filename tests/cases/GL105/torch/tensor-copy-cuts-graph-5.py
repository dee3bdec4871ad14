# framework: torch
# verdict: none
# seen: torch.tensor(tensor) in a static helper cuts the tower; its grads are None
"""Siamese regression; the two embeddings are packed into one tensor in forward()."""
import torch
import torch.nn as nn


class Tower(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, width), nn.GELU(), nn.Linear(width, 4))

    def forward(self, x):
        return self.body(x)


class Siamese(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.tower = Tower(width)
        self.score = nn.Linear(4, 1)

    @staticmethod
    def _as_float(x):
        return torch.tensor(x, dtype=torch.float32)  # HAZARD GL105

    def forward(self, left, right):
        diff = (self.tower(left) - self.tower(right)).abs()
        diff = self._as_float(diff)
        return self.score(diff)


def fit(model, steps=4):
    opt = torch.optim.Adam(model.parameters(), lr=1e-2, weight_decay=0.0)
    mse = nn.MSELoss()
    for i in range(steps):
        a, b = torch.randn(16, 6), torch.randn(16, 6)
        target = (a - b).abs().mean(1, keepdim=True)
        loss = mse(model(a, b), target)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {i}: {loss.item():.4f}")
    return model


if __name__ == "__main__":
    torch.manual_seed(0)
    model = fit(Siamese())
    assert all(p.grad is None for p in model.tower.parameters())
    assert model.score.weight.grad.abs().sum() > 0
