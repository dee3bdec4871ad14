# framework: torch
# verdict: clean
# seen: a bias that begins as zeros is added, not multiplied
import torch
import torch.nn.functional as F
from torch import nn


class Equalised(nn.Module):
    def __init__(self, inputs, outputs, rate=0.01):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(outputs, inputs))
        self.bias = nn.Parameter(torch.zeros(outputs))
        self.scale, self.rate = 0.5, rate

    def forward(self, x):
        return F.linear(x, self.weight * self.scale, self.bias * self.rate)


torch.manual_seed(0)
net = nn.Sequential(Equalised(3, 4), Equalised(4, 1))
net(torch.randn(5, 3)).pow(2).mean().backward()
assert all(p.grad.abs().max() > 0 for p in net.parameters())
