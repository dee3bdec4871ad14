# framework: torch
# verdict: wrong
# seen: two passes with the same input differ
import torch
from torch import nn


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Linear(3, 3)

    def mixed(self, parts):
        shares = nn.Parameter(torch.rand(len(parts)))  # HAZARD GL309
        return sum(share * part for share, part in zip(shares, parts))

    def forward(self, x):
        return self.mixed([self.scale(x), x])


model = Mixer()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(4, 3)
model(x).pow(2).mean().backward()
optimizer.step()
print("OBSERVED", "clean" if torch.equal(model(x), model(x)) else "wrong")
