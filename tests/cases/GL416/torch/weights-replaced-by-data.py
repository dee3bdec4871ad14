# framework: torch
# verdict: none
# seen: the learnable rate never gets a gradient
import torch
from torch import nn


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 1)
        self.log_rate = nn.Parameter(torch.tensor(-3.0))

    def inner(self, x):
        grads = torch.autograd.grad(self.net(x).pow(2).mean(), self.net.parameters(), create_graph=True)
        for p, g in zip(self.net.parameters(), grads):
            p.data = p.data - self.log_rate.exp() * g  # HAZARD GL416


learner = Learner()
learner.inner(torch.randn(6, 2))
learner.net(torch.randn(6, 2)).pow(2).mean().backward()
assert learner.log_rate.grad is None
print("OBSERVED none")
