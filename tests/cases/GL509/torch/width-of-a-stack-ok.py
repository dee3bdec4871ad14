# framework: torch
# verdict: clean
# seen: the features have the width of the stack, on whichever axis
import torch
from torch import nn

x = torch.linspace(-1, 1, 1000)
features = torch.stack((x, x**2, x**3), dim=-1)
model = nn.Linear(features.size(1), 1)
rows = nn.Linear(1000, 2)
loss = model(features).mean() + rows(torch.stack([x, x])).mean() + rows(torch.stack([x, x, x], 0)).mean()
loss.backward()
assert model.weight.grad is not None
print("OBSERVED clean")
