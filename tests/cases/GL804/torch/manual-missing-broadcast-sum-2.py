# framework: torch
# verdict: wrong
# seen: the hand-written layer returns the bias gradient per row; the bias grows to the batch's shape at the first update
from dataclasses import dataclass, field

import torch


@dataclass
class Dense:
    w: torch.Tensor
    b: torch.Tensor
    cache: dict = field(default_factory=dict)

    @classmethod
    def create(cls, n_in, n_out, gen):
        return cls(torch.randn(n_in, n_out, generator=gen) / n_in**0.5, torch.zeros(n_out))

    def forward(self, x):
        self.cache["x"] = x
        return x @ self.w + self.b

    def backward(self, dout):
        x = self.cache["x"]
        self.dw = x.T @ dout
        self.db = dout  # HAZARD GL804
        return dout @ self.w.T

    def update(self, lr):
        self.w = self.w - lr * self.dw
        self.b = self.b - lr * self.db


@dataclass
class Tanh:
    out: torch.Tensor | None = None

    def forward(self, x):
        self.out = torch.tanh(x)
        return self.out

    def backward(self, dout):
        return dout * (1 - self.out**2)

    def update(self, lr):
        pass


class Net:
    def __init__(self, sizes, seed=0):
        gen = torch.Generator().manual_seed(seed)
        self.layers = []
        for a, b in zip(sizes, sizes[1:]):
            self.layers += [Dense.create(a, b, gen), Tanh()]

    def forward(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x

    def backward(self, grad):
        for layer in reversed(self.layers):
            grad = layer.backward(grad)

    def update(self, lr):
        for layer in self.layers:
            layer.update(lr)


if __name__ == "__main__":
    net = Net([3, 5, 2])
    x, y = torch.randn(4, 3), torch.rand(4, 2)
    for _ in range(3):
        out = net.forward(x)
        net.backward(2 * (out - y) / out.numel())
        net.update(0.1)
    assert net.layers[0].b.shape == (4, 5)
