# framework: torch
# verdict: clean
# seen: the state has a gradient of its own
import torch
from torch import nn
from torchdiffeq import odeint_adjoint


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 2)

    def forward(self, t, y):
        return torch.tanh(self.net(y))


start = nn.Parameter(torch.ones(3, 2))
field = Field()
odeint_adjoint(field, start, torch.linspace(0, 1, 3))[-1].sum().backward()
assert start.grad is not None and field.net.weight.grad is not None
