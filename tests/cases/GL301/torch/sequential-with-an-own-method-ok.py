# framework: torch
# verdict: clean
# seen: a method of its own adds the layers
import torch
from torch import nn


def add(self, module):
    self.add_module(str(len(self) + 1), module)


nn.Module.add = add


def decoder(channels):
    model = nn.Sequential()
    for size, after in zip(channels, channels[1:]):
        model.add(nn.Conv2d(size, after, 1))
        model.add(nn.ReLU())
    model.add(nn.Conv2d(channels[-1], 3, 1))
    return model


torch.manual_seed(0)
net = decoder([4, 8, 8])
optimizer = torch.optim.Adam(net.parameters())
loss = net(torch.randn(1, 4, 5, 5)).pow(2).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
