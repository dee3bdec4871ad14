# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def distance(one, two):
    return ((one - two) ** 2).sum().sqrt()


def spread(features):
    total = 0
    for i in range(len(features) - 1):
        for j in range(i + 1, len(features)):
            total = total + distance(features[i], features[j])
    return total


net = nn.Linear(3, 3)
features = [net(x) for x in torch.randn(5, 4, 3)]
means = [each.detach().mean(0) + net.bias * i for i, each in enumerate(features)]
spread(means).backward()
assert net.bias.grad.isfinite().all()
