# framework: torch
# verdict: clean
# seen: a comprehension collects the weights of the list for the optimizer
import torch
from torch import nn


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(3, 4)
        self.experts = [nn.Linear(3, 2) for _ in range(4)]

    def forward(self, x):
        weights = self.gate(x).softmax(-1)
        return sum(weights[:, i : i + 1] * expert(x) for i, expert in enumerate(self.experts))


model = Experts()
opt = torch.optim.SGD(
    list(model.parameters()) + [w for expert in model.experts for w in expert.parameters()], lr=0.1
)
model(torch.randn(5, 3)).pow(2).mean().backward()
assert model.experts[3].weight.grad is not None
opt.step()
print("OBSERVED clean")
