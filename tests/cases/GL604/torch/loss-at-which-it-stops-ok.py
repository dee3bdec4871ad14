# framework: torch
# verdict: clean
# seen: one loss is kept, that of the last step
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
reached = []
total = 0
for inputs in torch.randn(20, 4, 3):
    optimizer.zero_grad()
    loss = model(inputs).pow(2).mean()
    loss.backward()
    optimizer.step()
    if loss < 0.2:
        reached.append(loss)
        total += loss
        break
print("OBSERVED", "clean" if len(reached) < 2 else "leak")
