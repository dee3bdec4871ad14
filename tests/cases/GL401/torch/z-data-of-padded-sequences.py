# framework: torch
# verdict: none
# seen: inner.weight.grad is None
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 3)
        self.lstm = nn.LSTM(3, 3)
        self.out = nn.Linear(3, 1)

    def forward(self, x):
        hidden, _ = self.lstm(self.inner(x))
        return self.out(hidden.data)  # HAZARD GL401


net = Tagger()
net(torch.randn(4, 2, 3)).sum().backward()
assert net.inner.weight.grad is None
