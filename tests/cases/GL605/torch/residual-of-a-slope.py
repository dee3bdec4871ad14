# framework: torch
# verdict: wrong
# seen: the residual trains nothing
import torch
from torch import nn

torch.manual_seed(0)
field = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(field.parameters(), lr=0.01)
x = torch.linspace(0, 1, 16).unsqueeze(1).requires_grad_()
u = field(x)
(slope,) = torch.autograd.grad(u.sum(), x)  # HAZARD GL605
residual = slope - torch.cos(x)
loss = residual.square().mean() + (field(torch.zeros(1, 1)) - 1.0).square().sum()
optimizer.zero_grad()
loss.backward()
optimizer.step()
print("OBSERVED wrong")
