# framework: torch
# verdict: raises
# seen: appears to not have been used in the graph
import torch
from torch import nn


class Beam(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(1, 8), nn.Linear(8, 1)

    def forward(self, x):
        return 0.5 * self.last(self.first(x))


beam = Beam()
optimizer = torch.optim.Adam(beam.parameters())
x = torch.linspace(0, 1, 10).reshape(-1, 1).requires_grad_()
ones = torch.ones(10, 1)
for _ in range(2):
    bent = beam(x)
    (angle,) = torch.autograd.grad(bent, x, ones, create_graph=True)
    (moment,) = torch.autograd.grad(angle, x, ones, create_graph=True)  # HAZARD GL416
    loss = (moment - 1.0).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
