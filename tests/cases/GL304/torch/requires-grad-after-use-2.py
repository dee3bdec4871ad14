# framework: torch
# verdict: none
# seen: True
import torch as th
from torch import nn


class InputAttribution:
    def __init__(self, net, names):
        self.net = net
        self.names = names

    def ranking(self, row):
        output = self.net(row)
        row.requires_grad = True  # HAZARD GL304
        output.max().backward()
        if row.grad is None:
            return None
        order = row.grad.abs().argsort(descending=True)
        return [self.names[i] for i in order.tolist()]


th.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.SiLU(), nn.Linear(8, 2))
attribution = InputAttribution(net, ["age", "dose", "weight", "height"])
result = attribution.ranking(th.randn(4))
print("OBSERVED", "none" if result is None else "clean", net[0].weight.grad is not None)
