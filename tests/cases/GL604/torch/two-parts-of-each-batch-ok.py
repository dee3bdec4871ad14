# framework: torch
# verdict: clean
# seen: the list and the sum hold two parts and begin anew
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for inputs in torch.randn(5, 4, 3):
    parts, total = [], 0
    optimizer.zero_grad()
    for weight in (1.0, 0.5):
        loss = (model(inputs) - weight).pow(2).mean()
        loss.backward()
        parts.append(loss)
        total += loss
    optimizer.step()
print("OBSERVED", "clean" if len(parts) == 2 else "leak", float(total))
