# framework: torch
# verdict: clean
# seen: every layer of the list is registered under a name made in the loop
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.mix = nn.Linear(width, width)

    def forward(self, x):
        return torch.tanh(self.mix(x))


class Cell(nn.Module):
    def __init__(self, inputs, width):
        super().__init__()
        self.lift = nn.Linear(inputs, width)
        self.gate = Gate(width)

    def forward(self, x):
        return self.gate(self.lift(x))


class Stack(nn.Module):
    def __init__(self, inputs, width, depth):
        super().__init__()
        self.cells = []
        for i in range(depth):
            cell = Cell(inputs, width)
            self.add_module("cell_%d" % i, cell)
            self.cells += [cell]
            inputs = width

    def forward(self, x):
        for cell in self.cells:
            x = cell(x)
        return x


if __name__ == "__main__":
    net = Stack(3, 4, 2)
    assert len(list(net.parameters())) == 8
    net(torch.randn(5, 3)).sum().backward()
    assert all(p.grad is not None for p in net.parameters())
    print("OBSERVED clean")
