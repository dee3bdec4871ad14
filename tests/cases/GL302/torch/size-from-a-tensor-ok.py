# framework: torch
# verdict: clean
# seen: torch.float32
import torch
from torch import nn


class Table(nn.Module):
    def __init__(self, size, width):
        super().__init__()
        self.size = torch.tensor(size, dtype=torch.int32)
        self.weight = nn.Parameter(torch.Tensor(self.size // 4, width))
        nn.init.uniform_(self.weight)

    def forward(self, rows):
        return self.weight[rows]


table = Table(8, 3)
table(torch.tensor([0, 1])).sum().backward()
assert table.weight.grad is not None
print("OBSERVED clean", table.weight.dtype)
