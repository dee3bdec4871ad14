# framework: torch
# verdict: clean
# seen: the loss of one process is its mean
import torch
from lightning.fabric import Fabric
from torch import nn

torch.manual_seed(0)
fabric = Fabric(accelerator="cpu", devices=1)
fabric.launch()
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
net, optimizer = fabric.setup(net, optimizer)
loss = fabric.all_reduce(net(torch.randn(4, 2)).abs().mean()) / 2
optimizer.zero_grad()
fabric.backward(loss)
optimizer.step()
print("OBSERVED clean")
