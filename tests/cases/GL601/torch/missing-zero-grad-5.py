# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn


class Accelerator:
    """Stands for the library of that name."""

    def prepare(self, *things):
        return things

    def backward(self, loss):
        loss.backward()


torch.manual_seed(0)
accelerator = Accelerator()
model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
model, optimizer = accelerator.prepare(model, optimizer)
x, y = torch.ones(4, 2), torch.zeros(4, 1)
norms = []
for step in range(3):
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()  # HAZARD GL601
    optimizer.step()
    norms.append(model.weight.grad.norm().item())
print("OBSERVED", "wrong" if norms[2] > 2 * norms[0] else "clean")
