# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.Adam(net.parameters())
for _ in range(3):
    x = torch.rand(16, 1, requires_grad=True)
    inside, outside = (x < 0.5).float(), (x >= 0.5).float()
    u = inside * net(x) + outside * 3.0
    slope = torch.autograd.grad(u.sum(), x, create_graph=True)[0]
    loss = slope.pow(2).mean() + u.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
