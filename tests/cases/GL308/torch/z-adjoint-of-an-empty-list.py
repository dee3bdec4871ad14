# framework: torch
# verdict: none
# seen: the head is trained and the dynamics are not
import torch
from torch import nn
from torchdiffeq import odeint_adjoint


class Dynamics(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 2)

    def forward(self, t, y):
        return torch.tanh(self.net(y))


dynamics, head = Dynamics(), nn.Linear(2, 1)
times = torch.linspace(0, 1, 3)
path = odeint_adjoint(dynamics, torch.randn(4, 2), times, adjoint_params=())  # HAZARD GL308
head(path[-1]).pow(2).mean().backward()
print("OBSERVED", "none" if dynamics.net.weight.grad is None else "clean")
