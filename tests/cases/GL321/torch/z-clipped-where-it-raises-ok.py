# framework: torch
# verdict: clean
# seen: gradient as expected
import sys

import torch


class Trainer:
    def __init__(self):
        self.net = torch.nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def clip(self):
        weights = self.net.parameters()
        if len(sys.argv) > 9:
            for weight in weights:
                weight.grad = None
            raise SystemExit("too many arguments")
        torch.nn.utils.clip_grad_norm_(weights, 1.0)

    def step(self):
        self.net(torch.ones(1, 2)).sum().backward()
        self.clip()
        self.optimizer.step()


Trainer().step()
