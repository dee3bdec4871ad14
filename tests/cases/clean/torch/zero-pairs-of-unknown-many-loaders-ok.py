# framework: torch
# verdict: clean
# seen: there is a pair for every two loaders, and the loss of each reaches the model
import torch
from torch import nn


def pairs(count):
    found = []
    for i in range(count):
        for j in range(i + 1, count + 1):
            found.append((i, j))
    return found


def train(model, loaders):
    for batches in zip(*loaders):
        features = [batch.float() for batch in batches]
        total = torch.zeros(1)
        for first, second in pairs(len(batches) - 1):
            total = total + (model(features[first]) - model(features[second])).pow(2).sum()
        total.backward()


net = nn.Linear(3, 1)
train(net, [[torch.randn(4, 3)], [torch.randn(4, 3)], [torch.randn(4, 3)]])
