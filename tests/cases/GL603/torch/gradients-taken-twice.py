# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, x, t):
        return self.net(torch.stack([x, t], dim=1)).squeeze(1)


def residual(model, x, t):
    u = model(x, t)
    u_x = torch.autograd.grad(u.sum(), x)[0]
    u_t = torch.autograd.grad(u.sum(), t, create_graph=True)[0]  # HAZARD GL603
    return u_t + u * u_x


field = Field()
x = torch.rand(8, requires_grad=True)
t = torch.rand(8, requires_grad=True)
residual(field, x, t).pow(2).mean().backward()
