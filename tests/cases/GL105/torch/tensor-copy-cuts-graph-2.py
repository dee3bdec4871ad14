# framework: torch
# verdict: none
# seen: gradient is None / parameter did not move
import warnings

import torch as th
from torch import nn

warnings.simplefilter("ignore")


class Highway(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.transform = nn.Linear(width, width)
        self.gate = nn.Linear(width, width)

    def forward(self, x):
        g = th.sigmoid(self.gate(x))
        g = x.new_tensor(g)  # HAZARD GL105
        return g * th.relu(self.transform(x)) + (1 - g) * x


def train(block, batches, lr=0.1):
    opt = th.optim.SGD(block.parameters(), lr=lr, momentum=0.9)
    for x, y in batches:
        opt.zero_grad()
        loss = (block(x) - y).pow(2).mean()
        loss.backward()
        opt.step()


th.manual_seed(0)
layer = Highway(5)
start = layer.gate.weight.detach().clone()
train(layer, [(th.randn(7, 5), th.randn(7, 5)) for _ in range(4)])
still = th.equal(start, layer.gate.weight)
print("OBSERVED", "none" if still and layer.gate.weight.grad is None else "clean")
