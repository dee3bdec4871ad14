# framework: torch
# verdict: clean
# seen: the direction and the length are trained, the layer they were taken from is not used
import torch
from torch import nn


class Normalised(nn.Module):
    def __init__(self, inside, outside):
        super().__init__()
        self.layer = nn.Linear(inside, outside, bias=False)
        self.length = nn.Parameter(torch.tensor(self.layer.weight.data.norm(dim=1)))
        self.direction = nn.Parameter(torch.tensor(self.layer.weight.data.numpy()))

    def forward(self, x):
        return x @ nn.functional.normalize(self.direction, dim=1).t() * self.length


print("OBSERVED clean")
