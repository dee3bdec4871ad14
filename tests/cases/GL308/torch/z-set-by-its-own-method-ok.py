# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Mlp(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = []
        for number, (before, after) in enumerate(zip(sizes, sizes[1:])):
            layer = nn.Linear(before, after)
            self.__setattr__("layer{}".format(number), layer)
            self.layers.append(layer)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


torch.manual_seed(0)
net = Mlp([4, 3, 2])
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
before = net.layers[0].weight.detach().clone()
net(torch.randn(5, 4)).square().mean().backward()
optimizer.step()
assert not torch.equal(before, net.layers[0].weight.detach())
