# framework: torch
# verdict: clean
# seen: batches come from own iterators, named tuples and generators; detached copies are cached, live ones train
from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol, runtime_checkable

import torch
import torch.nn as nn
import torch.nn.functional as F


class Sample(NamedTuple):
    x: torch.Tensor
    y: torch.Tensor
    weight: torch.Tensor | None = None

    def to(self, dtype):
        return self._replace(x=self.x.to(dtype))


@runtime_checkable
class Source(Protocol):
    def __iter__(self) -> Iterator[Sample]: ...

    def __len__(self) -> int: ...


class Endless:
    def __init__(self, data, batch):
        self.data, self.batch, self.pos = data, batch, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.pos + self.batch > len(self.data):
            self.pos = 0
            raise StopIteration
        part = self.data[self.pos : self.pos + self.batch]
        self.pos += self.batch
        return Sample(part[:, :-1], part[:, -1:])

    def __len__(self):
        return len(self.data) // self.batch


class Prefetch:
    """Runs a frozen encoder ahead of time and hands its features out as plain tensors."""

    def __init__(self, source, encoder):
        self.source, self.encoder = source, encoder.eval()

    def __iter__(self):
        for x, y, *rest in self.source:
            with torch.no_grad():
                z = self.encoder(x)
            yield Sample(z, y, *rest)

    def __len__(self):
        return len(self.source)


class Perturbed:
    """Live augmentation: the noise scale is learnt, so what it hands out carries a gradient."""

    def __init__(self, source, log_scale):
        self.source, self.log_scale = source, log_scale

    def __iter__(self):
        for sample in self.source:
            yield sample._replace(x=sample.x + self.log_scale.exp() * torch.randn_like(sample.x))


class Stack:
    def __init__(self, *layers):
        self.layers = list(layers)

    def __getitem__(self, i):
        return self.layers[i]

    def __len__(self):
        return len(self.layers)

    def parameters(self):
        return [p for layer in self for p in layer.parameters()]

    def __iter__(self):
        yield from self.layers

    def __call__(self, x):
        for layer in self:
            x = layer(x)
        return x


def fit(model, params, source, epochs=3):
    opt = torch.optim.SGD(params, lr=0.05)
    seen = 0
    for _ in range(epochs):
        for sample in source:
            x, y, w = sample
            loss = F.mse_loss(model(x), y) if w is None else ((model(x) - y) ** 2 * w).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            seen += 1
    return seen


if __name__ == "__main__":
    torch.manual_seed(0)
    data = torch.randn(16, 4)
    enc = nn.Linear(3, 5)
    head = Stack(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))
    source = Prefetch(Endless(data, 4), enc)
    assert isinstance(source, Source) and fit(head, head.parameters(), source) == 12
    assert head[0].weight.grad is not None and enc.weight.grad is None
    scale = nn.Parameter(torch.tensor(-2.0))
    net = nn.Linear(3, 1)
    before = scale.item()
    fit(net, [*net.parameters(), scale], Perturbed(Endless(data, 8), scale))
    assert scale.item() != before
    first = next(iter(Endless(data, 4)))
    assert first[0].shape == (4, 3) and first.to(torch.float64).x.dtype == torch.float64
