# framework: torch
# verdict: clean
# seen: every layer of both lists gets a gradient
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.ModuleList()
        for _ in range(depth):
            self.layers.append(nn.Linear(width, width))
        self.between = nn.ModuleList()
        for _ in range(depth - 1):
            self.between.append(nn.Linear(width, width))
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        carried = torch.zeros(1)
        for i in range(len(self.layers)):
            x = torch.tanh(self.layers[i](x) + carried)
            if i != len(self.layers) - 1:
                carried = self.between[i](x)
        return self.out(x)


def train(rank, batches):
    net = Net(8, 3)
    if rank is not None:
        net = nn.parallel.DistributedDataParallel(net, device_ids=[rank])
    optimizer = torch.optim.Adam(net.parameters())
    for x in batches:
        optimizer.zero_grad()
        net(x).sum().backward()
        optimizer.step()


train(None, [torch.randn(4, 8)])
