# framework: torch
# verdict: wrong
# seen: the layers in the list never move
import torch
from torch import nn


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = []  # HAZARD GL308
        for _ in range(2):
            self.layers.append(nn.Linear(4, 4))
        self.__setattr__("last", nn.Linear(4, 1))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.last(x)


torch.manual_seed(0)
net = Mlp()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
before = net.layers[0].weight.detach().clone()
net(torch.randn(5, 4)).square().mean().backward()
optimizer.step()
assert torch.equal(before, net.layers[0].weight.detach())
