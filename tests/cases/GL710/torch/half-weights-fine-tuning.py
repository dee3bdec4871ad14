# framework: torch
# verdict: wrong
# seen: most weights stay what they were
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 2))
net = net.bfloat16()  # HAZARD GL710
opt = torch.optim.Adam(net.parameters(), lr=2e-5)
x, y = torch.randn(16, 8).bfloat16(), torch.randint(0, 2, (16,))
before = net[0].weight.detach().clone()
for _ in range(4):
    opt.zero_grad()
    nn.functional.cross_entropy(net(x), y).backward()
    opt.step()
assert (net[0].weight == before).float().mean() > 0.5
print("OBSERVED wrong")
