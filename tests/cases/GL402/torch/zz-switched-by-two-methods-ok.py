# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

refine = eval("lambda net, x: net(x).abs().mean().backward()")


class Runner:
    def __init__(self):
        self.encoder = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)
        self.opt = torch.optim.Adam([*self.encoder.parameters(), *self.head.parameters()], lr=0.01)

    def pause(self):
        torch.set_grad_enabled(False)

    def collect(self):
        self.pause()
        return self.encode(torch.ones(2, 3))

    def encode(self, x):
        return self.encoder(x)

    def train(self, codes, x):
        torch.set_grad_enabled(True)
        loss = self.head(codes).square().mean()
        self.opt.zero_grad()
        loss.backward()
        refine(self.encoder, x)
        self.opt.step()


runner = Runner()
for _ in range(2):
    runner.train(runner.collect(), torch.randn(2, 3))
assert runner.encoder.weight.grad is not None
