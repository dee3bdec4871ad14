# framework: torch
# verdict: clean
# seen: the function is given one time after the other, not both
import torch
from torch import nn
from torchdiffeq import odeint

net = nn.Linear(3, 3)


def slope(t, y):
    return -0.5 * (0.1 + t) * net(y)


times = torch.tensor([0.0, 1.0])
odeint(slope, torch.randn(4, 3), times)[-1].sum().backward()
