# framework: torch
# verdict: nan
# seen: nan
import torch
from torch import nn


class Springs(nn.Module):
    def __init__(self):
        super().__init__()
        self.places = nn.Parameter(torch.zeros(4, 3))

    def forward(self):
        stretch = self.places[1:] - self.places[:-1]
        lengths = stretch.pow(2).sum(-1).sqrt()  # HAZARD GL702
        return (lengths - 1.0).pow(2).sum()


springs = Springs()
optimizer = torch.optim.SGD(springs.parameters(), lr=0.1)
springs().backward()
optimizer.step()
print("OBSERVED", "nan" if springs.places.grad.isnan().any() else "clean")
