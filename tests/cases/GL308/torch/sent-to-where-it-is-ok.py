# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.gate = nn.Parameter(torch.zeros(n)).to("cpu")
        self.scale = nn.Parameter(torch.ones(n)).cpu()
        self.shift = nn.Parameter(torch.ones(n)).float()

    def forward(self, x):
        return x * self.gate * self.scale + self.shift


model = Cell(3)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
model(torch.randn(2, 3)).sum().backward()
opt.step()
assert len(list(model.parameters())) == 3
