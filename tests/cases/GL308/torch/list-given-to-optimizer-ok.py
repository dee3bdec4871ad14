# framework: torch
# verdict: clean
# seen: the optimizer is given the weights of the list beside those of the module
import torch
from torch import nn


class Sparse(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.out = nn.Linear(2, 1)
        self.parts = []
        for _ in range(width):
            self.parts.append(nn.Linear(1, 2))

    def forward(self, x):
        return self.out(sum(part(x[:, i : i + 1]) for i, part in enumerate(self.parts)))


model = Sparse()
weights = []
weights += model.parameters()
for part in model.parts:
    weights += part.parameters()
opt = torch.optim.Adam(weights, lr=0.01)
before = model.parts[0].weight.detach().clone()
opt.zero_grad()
model(torch.randn(4, 8)).pow(2).mean().backward()
opt.step()
assert not torch.equal(before, model.parts[0].weight)
print("OBSERVED clean")
