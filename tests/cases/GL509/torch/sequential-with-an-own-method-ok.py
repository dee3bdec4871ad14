# framework: torch
# verdict: clean
# seen: the last layer that a method of its own adds has three channels
import torch
from torch import nn


def put(self, module):
    setattr(self, str(len(self)), module)


nn.Sequential.put = put


def decoder(channels):
    model = nn.Sequential()
    for size, after in zip(channels, channels[1:]):
        model.put(nn.Conv2d(size, after, 1))
        model.put(nn.ReLU())
    model.put(nn.Conv2d(channels[-1], 3, 1))
    return model


torch.manual_seed(0)
net = decoder([4, 8, 8])
image, mask = torch.rand(1, 3, 5, 5), torch.ones(1, 3, 5, 5)
loss = (net(torch.randn(1, 4, 5, 5)) * mask - image).pow(2).mean()
loss.backward()
