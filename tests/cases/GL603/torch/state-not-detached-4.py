# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermed
import torch
from torch import nn


class World(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(2, 3)
        self.out = nn.Linear(3, 2)

    def step(self, x, h):
        h = self.cell(x, h)
        return self.out(h), h


def stream(n):
    for _ in range(n):
        yield torch.randn(4, 2)


torch.manual_seed(0)
world = World()
opt = torch.optim.Adam(world.parameters())
hidden = torch.zeros(4, 3)
previous = None
for obs in stream(3):
    if previous is not None:
        pred, hidden = world.step(previous, hidden)
        loss = (pred - obs).pow(2).mean()
        opt.zero_grad()
        loss.backward()  # HAZARD GL603
        opt.step()
    previous = obs
