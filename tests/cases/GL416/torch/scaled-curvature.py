# framework: torch
# verdict: zero
# seen: the second derivative is zero
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(1, 6), nn.Linear(6, 1)

    def forward(self, t):
        return 0.5 * self.second(torch.relu(self.first(2.0 * t)))


torch.manual_seed(0)
model = Scaled()
t = torch.rand(5, 1, requires_grad=True)
speed = torch.autograd.grad(model(t).sum(), t, create_graph=True)[0]
force = torch.autograd.grad(speed.sum(), t, create_graph=True)[0]  # HAZARD GL416
assert force.abs().max() == 0
loss = (force + 9.8).pow(2).mean() + model(t).pow(2).mean()
loss.backward()
print("OBSERVED zero")
