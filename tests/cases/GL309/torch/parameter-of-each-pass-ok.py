# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class Refiner(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.shift = None

    def refined(self, x):
        delta = nn.Parameter(torch.zeros_like(x))
        inner = torch.optim.SGD([delta], lr=0.1)
        for _ in range(2):
            inner.zero_grad()
            (self.body(x + delta) - 1).pow(2).mean().backward()
            inner.step()
        return delta.detach()

    def forward(self, x):
        if self.shift is None:
            self.shift = nn.Parameter(torch.zeros(x.size(-1)))
        frozen = nn.Parameter(torch.ones(3), requires_grad=False)
        return self.body(x + self.refined(x)) * frozen + self.shift


torch.manual_seed(0)
model = Refiner()
model(torch.randn(4, 3))
model.zero_grad()
model(torch.randn(4, 3)).pow(2).mean().backward()
print("OBSERVED", "clean" if model.shift.grad.any() and model.body.weight.grad.any() else "none")
