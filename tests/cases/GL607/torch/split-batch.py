# framework: torch
# verdict: wrong
# seen: gradient of the batch times 3.0
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(5, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(12, 5), torch.randn(12, 1)
criterion = nn.MSELoss()
(expected,) = torch.autograd.grad(criterion(model(x), y), model.weight)
optimizer.zero_grad()
for inputs, targets in zip(torch.split(x, 4), torch.split(y, 4)):
    loss = criterion(model(inputs), targets)
    loss.backward()  # HAZARD GL607
optimizer.step()
ratio = (model.weight.grad.norm() / expected.norm()).item()
print("OBSERVED", "wrong" if ratio > 2 else "clean", "gradient of the batch times", round(ratio, 1))
