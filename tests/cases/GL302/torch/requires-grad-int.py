# framework: torch
# verdict: raises
# seen: RuntimeError: Only Tensors of floating point and complex dtype can require gradients
import torch
from torch import nn


class PINN(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, t):
        return self.net(t)


def residual(model, t):
    u = model(t)
    (du,) = torch.autograd.grad(u, t, torch.ones_like(u), create_graph=True)
    return du + u


torch.manual_seed(0)
model = PINN()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
t = torch.arange(0, 10, requires_grad=True)  # HAZARD GL302
for _ in range(3):
    opt.zero_grad()
    loss = residual(model, t.view(-1, 1).float()).pow(2).mean()
    loss.backward()
    opt.step()
