# framework: torch
# verdict: wrong
# seen: the masked weights shrink by weight decay
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-1)
free = (torch.rand(8, 4) > 0.5).float()
start = net[0].weight.detach().clone()
for _ in range(5):
    loss = net(torch.randn(6, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    net[0].weight.grad.mul_(free)  # HAZARD GL324
    optimizer.step()
assert ((net[0].weight - start)[free == 0]).abs().max() > 0
print("OBSERVED wrong")
