# framework: torch
# verdict: raises
# seen: AttributeError: 'float' object has no attribute 'backward'
from collections import defaultdict

import torch
import torch.nn as nn
import torch.nn.functional as F


class LossBook:
    def __init__(self, **weights):
        self.weights = weights
        self.history = defaultdict(list)

    def combine(self, losses):
        for k, v in losses.items():
            self.history[k].append(v.item())
        return sum(self.weights.get(k, 1.0) * self.history[k][-1] for k in losses)


class AE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.dec = nn.Linear(6, 2), nn.Linear(2, 6)

    def losses(self, x):
        z = self.enc(x)
        return {"recon": F.mse_loss(self.dec(z), x), "sparse": z.abs().mean()}


def train(model, data, book):
    opt = torch.optim.Adam(model.parameters())
    for x in data:
        total = book.combine(model.losses(x))
        opt.zero_grad()
        total.backward()  # HAZARD GL104
        opt.step()


if __name__ == "__main__":
    train(AE(), [torch.randn(4, 6)], LossBook(sparse=0.1))
