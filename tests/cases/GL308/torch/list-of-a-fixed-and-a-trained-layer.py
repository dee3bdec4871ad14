# framework: torch
# verdict: wrong
# seen: the second layer of the list has a gradient and no optimizer
import torch
from torch import nn


class Blocks(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(3, 1)
        fixed = nn.Linear(3, 3)
        fixed.requires_grad_(False)
        self.blocks = [fixed, nn.Linear(3, 3)]  # HAZARD GL308

    def forward(self, inputs):
        for block in self.blocks:
            inputs = block(inputs).relu()
        return self.out(inputs)


model = Blocks()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(torch.randn(8, 3)).mean().backward()
before = model.blocks[1].weight.detach().clone()
optimizer.step()
missed = model.blocks[1].weight.grad is not None and torch.equal(before, model.blocks[1].weight)
print("OBSERVED", "wrong" if missed else "clean")
