# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class World(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(2, 3)
        self.out = nn.Linear(3, 2)
        self.hidden = None

    def reset(self, batch):
        self.hidden = torch.zeros(batch, 3)

    def forward(self, xs):
        outs = []
        for x in xs:
            self.hidden = self.cell(x, self.hidden)
            outs.append(self.out(self.hidden))
        return torch.stack(outs)


def stream(n, t=2):
    for _ in range(n):
        yield torch.randn(t, 4, 2)


torch.manual_seed(0)
world = World()
opt = torch.optim.Adam(world.parameters())
world.reset(4)
for chunk in stream(3):
    world.hidden = world.hidden.detach()
    loss = (world(chunk) - chunk.roll(-1, 0)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
for chunk in stream(2):
    world.reset(4)
    loss = world(chunk).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print("OBSERVED", "clean" if world.cell.weight_ih.grad.any() else "wrong")
