# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 3)
        self.fast = torch.zeros(3, 2, requires_grad=True)

    def forward(self, x):
        return self.body(x) @ self.fast


torch.manual_seed(0)
head = Head()
outer = torch.optim.Adam(head.parameters())
for x in torch.randn(3, 5, 4):
    loss = (head(x) - 1).pow(2).mean()
    (slope,) = torch.autograd.grad(loss, [head.fast])
    with torch.no_grad():
        head.fast -= 0.1 * slope
    outer.zero_grad()
    (head(x) - 1).pow(2).mean().backward()
    outer.step()
assert head.fast.abs().sum() > 0
