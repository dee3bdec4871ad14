# framework: torch
# verdict: clean
# seen: isinstance keeps the layer of one class out of the branch that would break it
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))

    def forward(self, x, hard):
        if hard:
            return x * self.scale.detach()
        return x * self.scale


class Sharp(Gate):
    pass


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([Gate(), nn.ReLU(), Sharp()])

    def forward(self, x):
        for part in self.parts:
            if not isinstance(part, Gate):
                x = part(x + 1)
            elif isinstance(part, (nn.ReLU, nn.Linear)):
                x = part(x.detach())
            else:
                x = part(x, hard=isinstance(part, nn.Conv2d))
        return x


net = Net()
net(torch.ones(2, 3)).sum().backward()
assert all(p.grad is not None for p in net.parameters())
