# framework: torch
# verdict: clean
# seen: the weight of the first layer still gets a gradient
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(6, 5)
        self.second = nn.Linear(5, 1)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


net = Net()
net.first.bias.requires_grad = False
net.second.bias.requires_grad_(False)
net.second.weight.requires_grad = False
net(torch.randn(4, 6)).sum().backward()
