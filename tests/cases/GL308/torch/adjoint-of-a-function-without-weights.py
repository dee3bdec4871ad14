# framework: torch
# verdict: none
# seen: the rate lies outside of the function and gets no gradient
import torch
from torch import nn
from torchdiffeq import odeint_adjoint

rate = nn.Parameter(torch.tensor(0.5))


class Decay(nn.Module):
    def forward(self, t, y):
        return -rate * y  # HAZARD GL308


start = torch.ones(2, 1, requires_grad=True)
odeint_adjoint(Decay(), start, torch.linspace(0, 1, 3))[-1].sum().backward()
assert rate.grad is None and start.grad is not None
print("OBSERVED none")
