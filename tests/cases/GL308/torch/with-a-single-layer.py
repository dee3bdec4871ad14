# framework: torch
# verdict: wrong
# seen: the only layer never moves
import torch
from torch import nn


class Shallow(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = (nn.Linear(2, 2),)  # HAZARD GL308
        self.out = nn.Linear(2, 1)

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return self.out(x)


torch.manual_seed(0)
net = Shallow()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
before = net.layers[0].weight.detach().clone()
net(torch.randn(4, 2)).sum().backward()
optimizer.step()
print("OBSERVED", "wrong" if torch.equal(before, net.layers[0].weight) else "clean")
