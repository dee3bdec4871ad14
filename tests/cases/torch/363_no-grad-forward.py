# framework: torch
# verdict: wrong
# seen: gradient is None / parameter did not move
import torch
from torch import nn


def physics_loss(field, x):
    u = field(x)
    (du,) = torch.autograd.grad(u.sum(), x, create_graph=True)
    return (du - torch.cos(x)).pow(2).mean()


def boundary_loss(field, left, right):
    with torch.inference_mode():
        ends = field(torch.stack([left, right]))  # HAZARD no-grad-forward
    return (ends.clone() - torch.zeros(2, 1)).pow(2).sum()


def total_grad(field, losses):
    field.zero_grad()
    sum(losses).backward()
    return field[2].weight.grad.clone()


torch.manual_seed(0)
field = nn.Sequential(nn.Linear(1, 12), nn.Tanh(), nn.Linear(12, 1))
opt = torch.optim.Adam(field.parameters(), lr=1e-2)
x = torch.linspace(0, 3.14, 20).view(-1, 1).requires_grad_()
left, right = torch.tensor([0.0]), torch.tensor([3.14])
got = total_grad(field, [physics_loss(field, x), boundary_loss(field, left, right)])
opt.step()
opt.zero_grad()
with torch.no_grad():
    for p in field.parameters():
        p.add_(opt.state[p]["exp_avg"].sign() * 1e-2)
inner = physics_loss(field, x)
edge = field(torch.stack([left, right])).pow(2).sum()
(true,) = torch.autograd.grad(inner + edge, field[2].weight)
print("OBSERVED", "clean" if torch.allclose(got, true, rtol=1e-2, atol=1e-3) else "wrong", (got - true).norm())
