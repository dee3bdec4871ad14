# framework: torch
# verdict: clean
# seen: which layer an index takes is not known, so neither are its sizes
import sys
import torch
from torch import nn


class Dense:
    def __init__(self, a, b):
        self.w = torch.randn(a, b, requires_grad=True)

    def __call__(self, x):
        return x @ self.w


def run(order):
    layers = [nn.Linear(3, 5), nn.Linear(5, 2)]
    x = torch.randn(4, 3)
    for i in order:
        x = layers[i](x)
    x.sum().backward()


def run2(order):
    layers = [Dense(3, 5), Dense(5, 2)]
    x = torch.randn(4, 3)
    for i in order:
        x = layers[i](x)
    x.sum().backward()


def run3():
    layers = {"a": Dense(3, 5), "b": Dense(5, 2)}
    x = torch.randn(4, 3)
    for key in sorted(layers):
        x = layers[key](x)
    x.sum().backward()


def run4():
    layers = [Dense(3, 5), Dense(5, 2)]
    g = torch.randn(4, 2)
    for layer in layers[::-1]:
        g = g @ layer.w.T
    g.sum().backward()


def run5():
    layers = nn.ModuleList([nn.Linear(3, 5), nn.Linear(5, 2)])
    x = torch.randn(4, 3)
    for i in sorted(range(2), key=lambda k: k):
        x = layers[i](x)
    x.sum().backward()


def run6(names):
    layers = nn.ModuleDict({"a": nn.Linear(3, 5), "b": nn.Linear(5, 2)})
    x = torch.randn(4, 3)
    for n in names:
        x = layers[n](x)
    x.sum().backward()


run([0, 1]); run2([0, 1]); run3(); run4(); run5(); run6(["a", "b"])
run(map(int, sys.argv[1:] or "01")); run2(map(int, "01"))
