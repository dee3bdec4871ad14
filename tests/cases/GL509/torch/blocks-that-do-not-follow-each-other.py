# framework: torch
# verdict: raises
# seen: RuntimeError: mat1 and mat2 shapes cannot be multiplied (10x32 and 16x32)
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, inside, outside, drop):
        super().__init__()
        self.linear = nn.Linear(inside, outside)
        self.drop = nn.Dropout(drop)

    def forward(self, x):
        return self.drop(torch.relu(self.linear(x)))  # HAZARD GL509


blocks = nn.ModuleList()
for number in range(5):
    blocks.append(Block(16, 32, 0.1 * number))
x = torch.randn(10, 16)
for block in blocks:
    x = block(x)
x.sum().backward()
