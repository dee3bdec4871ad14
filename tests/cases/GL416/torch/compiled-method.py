# framework: torch
# verdict: raises
# seen: RuntimeError: torch.compile with aot_autograd does not currently support double backward
import torch
from torch import nn


class Potential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 8), nn.SiLU(), nn.Linear(8, 1))

    @torch.compile(backend="aot_eager")
    def energy(self, x):
        return self.net(x).sum()

    def forward(self, x):
        x = x.requires_grad_()
        return torch.autograd.grad(self.energy(x), x, create_graph=True)[0]


model = Potential()
loss = (model(torch.randn(4, 3)) - 1.0).square().mean()
loss.backward()  # HAZARD GL416
