# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
import numpy as np
import torch
from torch import nn


class History:
    def __init__(self):
        self.rows = []

    def log(self, epoch, **values):
        self.rows.append({"epoch": epoch, **values})


def run(model, x, y, epochs=3):
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    history = History()
    for epoch in range(epochs):
        opt.zero_grad()
        loss = (model(x) - y).square().mean()
        loss.backward()
        opt.step()
        history.log(epoch, loss=loss.numpy())  # HAZARD GL102
    return np.array([row["loss"] for row in history.rows])


run(nn.Linear(2, 1), torch.randn(4, 2), torch.randn(4, 1))
