# framework: torch
# verdict: clean
# seen: the optimizer that takes the steps holds none of the encoder, which is run without recording on purpose
import copy

import torch
from torch import nn


class Probe:
    def __init__(self):
        self.encoder = nn.Linear(4, 3)
        self.pretraining = torch.optim.Adam(self.encoder.parameters())
        self.head = nn.Linear(3, 1)

    def adapt(self, x, y):
        with torch.no_grad():
            code = self.encoder(x)
        head = copy.deepcopy(self.head)
        optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
        for _ in range(3):
            loss = nn.functional.mse_loss(head(code), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return head


def linear_probe(head, steps=2):
    encoder = nn.Linear(4, 3)
    later = torch.optim.Adam(encoder.parameters())
    optimizer = torch.optim.Adam(head.parameters())
    for _ in range(steps):
        with torch.no_grad():
            code = encoder(torch.randn(5, 4))
        optimizer.zero_grad()
        head(code).pow(2).mean().backward()
        optimizer.step()
    return later


found = Probe().adapt(torch.randn(5, 4), torch.randn(5, 1))
assert all(p.grad is not None for p in found.parameters())
head = nn.Linear(3, 1)
linear_probe(head)
assert all(p.grad is not None for p in head.parameters())
