# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn


class Energy(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.outer = nn.Linear(2, 6), nn.Linear(6, 1)

    def forward(self, places):
        return self.outer(torch.sigmoid(self.inner(places))).sum()


def objective(energy, places, pulls):
    places = places.clone().requires_grad_()
    height = energy(places)
    push = -torch.autograd.grad(height, places)[0]  # HAZARD GL605
    return (push - pulls).square().mean() + 0.01 * height.square()


torch.manual_seed(0)
energy = Energy()
optimizer = torch.optim.SGD(energy.parameters(), lr=0.1)
optimizer.zero_grad()
objective(energy, torch.randn(5, 2), torch.randn(5, 2)).backward()
optimizer.step()
