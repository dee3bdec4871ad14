# framework: torch
# verdict: zero
# seen: the second derivative is zero
import torch
import torch.nn as nn

torch.manual_seed(2)
net = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
xy = torch.rand(10, 2, requires_grad=True)
u = net(xy) / 2
du = torch.autograd.grad(u.sum(), xy, create_graph=True)[0]
d2u = torch.autograd.grad(du[:, 0].sum(), xy, create_graph=True)[0]  # HAZARD GL416
assert d2u.abs().max() == 0
loss = d2u[:, 0].pow(2).mean() + u.pow(2).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED zero")
