# framework: torch
# verdict: none
# seen: ten steps, no change
import torch as th
from torch import nn, optim


class Forecaster(nn.Module):
    def __init__(self, n_series, dim=8):
        super().__init__()
        self.rnn = nn.GRU(n_series, dim, batch_first=True)
        self.out = nn.Linear(dim, n_series)

    def forward(self, window):
        states, _ = self.rnn(window)
        return self.out(states)


def train(model, windows, steps):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    criterion = nn.SmoothL1Loss()
    for _ in range(steps):
        optimizer.zero_grad()
        loss = criterion(model(windows[:, :-1]), windows[:, 1:])
        optimizer.step()  # HAZARD GL602
        loss.backward()
    return loss.item()


th.manual_seed(0)
model = Forecaster(2)
before = [p.detach().clone() for p in model.parameters()]
train(model, th.randn(6, 9, 2).cumsum(dim=1), steps=10)
still = all(th.equal(a, b) for a, b in zip(before, model.parameters()))
print("OBSERVED", "none" if still else "clean", "ten steps, no change")
