# framework: torch
# verdict: none
# seen: the adjoint was told of no parameters
import torch
from torch import nn
from torchdiffeq import odeint_adjoint


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.rate = nn.Parameter(torch.tensor(0.5))

    def forward(self, start):
        def slope(t, y):
            return -self.rate * y  # HAZARD GL308

        return odeint_adjoint(slope, start, torch.linspace(0, 1, 3), adjoint_params=())


model = Model()
model(torch.ones(2, 1, requires_grad=True))[-1].sum().backward()
assert model.rate.grad is None
print("OBSERVED none")
