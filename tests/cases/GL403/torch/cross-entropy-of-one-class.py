# framework: torch
# verdict: zero
# seen: with one class there is nothing to tell apart
import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
criterion = nn.CrossEntropyLoss()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(2, 8, 3):
    opt.zero_grad()
    loss = criterion(net(x), torch.zeros(8, dtype=torch.long))  # HAZARD GL403
    loss.backward()
    opt.step()
assert all(p.grad.abs().max() == 0 for p in net.parameters())
print("OBSERVED zero")
