# framework: torch
# verdict: nan
# seen: tanh(x) rounds to 1 from x = 9 on, so the logarithm is -inf and its gradient nan
import torch
from torch import nn


class Squash(nn.Module):
    def forward(self, x, density):
        y = torch.tanh(x)
        return y, density - torch.log(1.0 - y * y).sum(1)  # HAZARD GL703


layer = nn.Linear(2, 2)
_, density = Squash()(layer(torch.full((1, 2), 40.0)) * 40, torch.zeros(1))
density.mean().backward()
print("OBSERVED", "clean" if torch.isfinite(layer.weight.grad).all() else "nan")
