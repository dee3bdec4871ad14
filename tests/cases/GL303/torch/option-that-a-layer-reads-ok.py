# framework: torch
# verdict: clean
# seen: the layer reads the option as one of its own: without it the scale is kept positive
import torch
from torch import nn


class Gain(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(size))

    def forward(self, x):
        return x * (self.scale if self.requires_grad else self.scale.clamp(min=0.1))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain, self.head = Gain(4), nn.Linear(4, 1)
        self.gain.requires_grad = False

    def forward(self, x):
        return self.head(self.gain(x))


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(torch.randn(3, 4)).square().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED", "clean" if net.gain.scale.grad is not None else "none")
