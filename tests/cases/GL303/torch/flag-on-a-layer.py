# framework: torch
# verdict: wrong
# seen: the first layer moves although it was to stay as it is
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 1))
body = net[0]
body.requires_grad = False  # HAZARD GL303
before = body.weight.detach().clone()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.randn(5, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED", "clean" if torch.equal(before, body.weight) else "wrong")
