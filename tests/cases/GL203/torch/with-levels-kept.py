# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation
import torch
import torch.nn.functional as F
from torch import nn


class Pyramid(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.stem, self.top = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x, levels):
        x = torch.tanh(self.stem(x))
        levels.insert(0, x)
        x = F.dropout(x, 0.5, self.training, inplace=True)  # HAZARD GL203
        levels.insert(0, self.top(x))
        return levels


torch.manual_seed(0)
net = Pyramid(4)
levels = net(torch.randn(2, 4), [])
torch.cat(levels).square().sum().backward()
