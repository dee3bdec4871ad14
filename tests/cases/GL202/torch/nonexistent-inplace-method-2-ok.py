# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn


class Grid:
    def __init__(self, values):
        self.values = values

    def reshape_(self, *shape):
        self.values = self.values.reshape(*shape)
        return self

    def softmax_(self, dim):
        self.values = th.softmax(self.values, dim=dim)
        return self

    def float_(self):
        self.values = self.values.float()
        return self


th.manual_seed(0)
net = nn.Linear(3, 4)
opt = th.optim.SGD(net.parameters(), lr=0.1)
grid = Grid(net(th.randn(2, 3)))
grid.reshape_(4, 2)
grid.softmax_(dim=1).float_()
opt.zero_grad()
loss = (grid.values[:, 0] - 1.0).pow(2).mean()
loss.backward()
opt.step()
steps = th.arange(6).float().resize_(2, 3).t_()
print("OBSERVED", "clean" if net.weight.grad.any() and steps.shape == (3, 2) else "none")
