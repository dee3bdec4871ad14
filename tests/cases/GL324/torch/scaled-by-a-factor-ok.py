# framework: torch
# verdict: clean
# seen: the gradient is scaled, and nothing is frozen
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, weight_decay=1e-2)
for _ in range(3):
    loss = net(torch.randn(6, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    factor = 1.0 / (net[0].weight.grad.norm() + 1e-6)
    net[0].weight.grad.mul_(factor.clamp(max=1.0))
    optimizer.step()
