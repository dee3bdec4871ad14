# framework: torch
# verdict: clean
# seen: points of one head against points moved by another: never exactly equal, finite gradients
import torch
from torch import nn

torch.manual_seed(0)


class Points(nn.Module):
    def __init__(self):
        super().__init__()
        self.shift = nn.Linear(4, 3)
        self.where = nn.Linear(4, 3)

    def forward(self, x):
        return self.where(x), self.shift(x)


model = Points()
x, true = torch.randn(7, 4), torch.randn(7, 3)
predicted, shift = model(x)
difference = (true - shift) - predicted
loss = torch.sqrt((difference**2).sum(-1)).mean()
loss.backward()
assert all(torch.isfinite(p.grad).all() for p in model.parameters())
