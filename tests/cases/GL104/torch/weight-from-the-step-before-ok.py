# framework: torch
# verdict: clean
# seen: a weight of the loss is adapted from the numbers of the step before; it is meant as a constant
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
x, y = torch.randn(16, 3), torch.randn(16, 1)
balance = 1.0
last = older = None
for step in range(4):
    error = (net(x) - y).pow(2).mean()
    size = net.weight.pow(2).sum()
    if older is not None:
        balance = balance * last / older
    loss = error + balance * size
    wanted = torch.autograd.grad(error + float(balance) * size, net.weight, retain_graph=True)[0]
    optimizer.zero_grad()
    loss.backward()
    assert torch.allclose(net.weight.grad, wanted)
    optimizer.step()
    last, older = error.item(), last
    balance = min(max(balance, 0.1), 0.01 * size.item() + 1.0)
