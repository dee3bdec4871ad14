# framework: torch
# verdict: clean
# seen: gradient as expected
import collections

import torch
from torch import nn


def build(sizes, name=None):
    layers = {}
    prefix = "" if name is None else f"{name}_"
    for number, (before, after) in enumerate(zip(sizes, sizes[1:])):
        layers[f"{prefix}dense{number}"] = nn.Linear(before, after)
        layers[f"{prefix}act{number}"] = nn.Tanh()
    return nn.Sequential(collections.OrderedDict(layers))


def test_training(name):
    net = build([1, 4, 1], name)
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-3)
    x = torch.linspace(-1, 1, 20).reshape(-1, 1)
    for _ in range(3):
        loss = nn.functional.mse_loss(net(x), torch.sin(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


test_training("policy")
