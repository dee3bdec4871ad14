# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

ROWS = ("table", "sheet")


class Reader(nn.Module):
    def __init__(self, kind, width):
        super().__init__()
        self.by_rows = kind in ROWS
        self.wide = width > 8
        self.image = kind == "image"
        self.project = nn.Linear(width, 5)

    def forward(self, x):
        if self.image:
            x = x.reshape(len(x), 3, 16, 16)
        if self.wide:
            x = x[:, :8] @ torch.ones(9, 1)
        x = self.project(x)
        return x if self.by_rows else x.reshape(2, 2)


reader = Reader("table", 6)
reader(torch.ones(3, 6)).sum().backward()
assert reader.project.weight.grad is not None
