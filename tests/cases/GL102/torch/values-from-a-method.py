# framework: torch
# verdict: raises
# seen: RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
import numpy as np
import torch
from torch import nn


class Probe:
    def __init__(self, net):
        self.net = net

    def errors(self, batches):
        return [(self.net(x) - y).square().mean() for x, y in batches]


torch.manual_seed(0)
net = nn.Linear(2, 1)
values = Probe(net).errors([(torch.randn(4, 2), torch.randn(4, 1)) for _ in range(3)])
print("median", np.median(np.array(values)))  # HAZARD GL102
sum(values).backward()
