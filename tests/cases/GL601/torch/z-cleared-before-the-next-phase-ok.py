# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    loss = net(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
optimizer.zero_grad()
for number, x in enumerate(torch.randn(4, 4, 3)):
    loss = net(x).abs().mean() / 2
    loss.backward()
    if (number + 1) % 2 == 0:
        optimizer.step()
        optimizer.zero_grad()
