import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(width, width) for _ in range(3))

    def forward(self, x):
        scores = self.q(x) @ self.k(x).T / x.shape[-1] ** 0.5
        return scores.softmax(dim=-1) @ self.v(x)


class Base(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.attention = Attention(width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        return self.out(x + self.attention(x))
