# framework: torch
# verdict: wrong
# seen: tensor(2.3300)
import torch
from torch import nn


def physics_loss(field, x):
    u = field(x)
    (du,) = torch.autograd.grad(u.sum(), x, create_graph=True)
    return (du - torch.cos(x)).pow(2).mean()


def boundary_loss(field, ends):
    with torch.no_grad():
        values = field(ends)  # HAZARD GL402
    return values.pow(2).sum()


torch.manual_seed(0)
field = nn.Sequential(nn.Linear(1, 12), nn.Tanh(), nn.Linear(12, 1))
opt = torch.optim.Adam(field.parameters(), lr=1e-2)
x = torch.linspace(0, 3.14, 20).view(-1, 1).requires_grad_()
ends = torch.tensor([[0.0], [3.14]])
whole = physics_loss(field, x) + field(ends).pow(2).sum()
(true,) = torch.autograd.grad(whole, field[2].weight)
opt.zero_grad()
loss = physics_loss(field, x) + boundary_loss(field, ends)
loss.backward()
off = (field[2].weight.grad - true).norm()
opt.step()
print("OBSERVED", "clean" if off < 1e-5 else "wrong", off)
