# framework: numpy
# verdict: clean
# seen: a network written in NumPy, whose backward overwrites what was there
import numpy as np


class Trainer:
    def __init__(self, net, criterion, optim):
        self.net = net
        self.criterion = criterion
        self.optim = optim

    def epoch(self, loader):
        total = 0.0
        for x, y in loader:
            total += self.criterion.forward(self.net.forward(x), y)
            dout = self.criterion.delta(y)
            self.net.backward(dout)
            self.optim.step()
        return total / np.size(loader)
