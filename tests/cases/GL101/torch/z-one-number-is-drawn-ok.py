# framework: torch
# verdict: clean
# seen: gradient as expected
import argparse

import numpy as np
import torch
from torch import nn


class Batch:
    lam = 0.5


def mixed(alpha):
    lam = np.random.beta(alpha, alpha) if alpha > 0 else 0.5
    batch = Batch()
    batch.lam = max(lam, 1 - lam)
    return batch


parser = argparse.ArgumentParser()
parser.add_argument("--alpha", type=float, default=1.0)
args = parser.parse_args([])
net = nn.Linear(3, 2)
criterion = nn.CrossEntropyLoss()
x, y = torch.randn(4, 3), torch.tensor([0, 1, 0, 1])
batch = mixed(args.alpha)
loss = batch.lam * criterion(net(x), y) + (1 - batch.lam) * criterion(net(x), y.flip(0))
loss.backward()
assert net.weight.grad is not None
