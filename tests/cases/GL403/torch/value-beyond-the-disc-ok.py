# framework: torch
# verdict: clean
# seen: the boundary is a constant outside of the disc
import torch
from torch import nn

torch.manual_seed(0)
field = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(field.parameters())
for _ in range(2):
    points = (2 * torch.rand(32, 2) - 1).requires_grad_()
    radius = points.square().sum(1, keepdim=True)
    near, far = (radius < 0.7).float(), (radius >= 0.7).float()
    value = near * field(points) + far * 1.5
    flux = torch.autograd.grad(value.sum(), points, create_graph=True)[0]
    loss = flux.square().sum(1).mean() + value.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED clean")
