# framework: torch
# verdict: clean
# seen: gradient as expected
import argparse
import math

import numpy as np
import torch
from torch import nn


class PositionalEncoding(nn.Module):
    """Computed once from sizes that come from the command line: a table of numbers, no graph to be freed."""

    def __init__(self, width, longest=50):
        super().__init__()
        rates = torch.exp(-torch.arange(0, width, 2) * math.log(10000) / width)
        places = torch.arange(0, longest).reshape(longest, 1)
        table = torch.zeros((longest, width))
        table[:, 0::2] = torch.sin(places * rates)
        table[:, 1::2] = torch.cos(places * rates)
        self.register_buffer("table", table)

    def forward(self, x):
        return x + self.table[: x.shape[1]]


class RunningMoments:
    def __init__(self, shape):
        self.mean, self.var = np.zeros(shape, "float32"), np.ones(shape, "float32")

    def update(self, batch):
        self.mean, self.var = batch.mean(0), batch.var(0)


parser = argparse.ArgumentParser()
parser.add_argument("--width", type=int, default=8)
parser.add_argument("--epochs", type=int, default=3)
options = parser.parse_args([])
torch.manual_seed(0)
model = nn.Sequential(PositionalEncoding(options.width), nn.Linear(options.width, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
moments = RunningMoments(options.width)
observations = torch.rand(20, 6, options.width)
moments.update(observations.flatten(0, 1).numpy())
# Normalised once, outside of the loop; nothing here requires a gradient.
scale = torch.sqrt(torch.from_numpy(moments.var))
inputs = ((observations - torch.from_numpy(moments.mean)) / scale).clip(-5, 5)
history = []
for _ in range(options.epochs):
    for start in range(0, 20, 5):
        optimizer.zero_grad()
        loss = (model(inputs[start : start + 5]) - 1.0).square().mean()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
print("OBSERVED", "clean" if history[-1] < history[0] else "wrong")
