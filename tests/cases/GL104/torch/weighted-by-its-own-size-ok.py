# framework: torch
# verdict: clean
# seen: the weight of the penalty follows its size
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
x, y = torch.randn(8, 4), torch.randn(8, 2)
for _ in range(3):
    fit = (net(x) - y).square().mean()
    penalty = net.weight.abs().sum()
    strength = 0.1 + 0.5 * max(penalty.item() - 2.0, 0.0)
    loss = fit + strength * penalty
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED clean")
