# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.cell = nn.GRUCell(d, d)
        self.read = nn.Linear(d, 1)

    def forward(self, xs):
        h = torch.zeros(xs.shape[1], xs.shape[2])
        for x in xs:
            h = self.cell(x, h)
        h.detach_()  # HAZARD GL401
        return self.read(h)


torch.manual_seed(0)
net = Recurrent(3)
net(torch.randn(4, 2, 3)).mean().backward()
print("OBSERVED", "none" if net.cell.weight_ih.grad is None else "clean")
