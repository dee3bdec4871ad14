# framework: torch
# verdict: clean
# seen: both are still parameters
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width)).float()
        self.bias = nn.Parameter(torch.zeros(width)).contiguous()

    def forward(self, x):
        return (x - x.mean(-1, keepdim=True)) * self.gain + self.bias


norm = Norm(4)
optimizer = torch.optim.Adam(norm.parameters(), lr=0.01)
norm(torch.randn(3, 4)).square().mean().backward()
optimizer.step()
assert len(list(norm.parameters())) == 2
print("OBSERVED clean")
