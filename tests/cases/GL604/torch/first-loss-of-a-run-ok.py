# framework: torch
# verdict: clean
# seen: one loss is kept, however long the run
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
shown = []
for step, inputs in enumerate(torch.randn(6, 4, 3)):
    optimizer.zero_grad()
    loss = model(inputs).pow(2).mean()
    loss.backward()
    optimizer.step()
    if step == 0:
        shown.append(loss)
print("OBSERVED", "clean" if len(shown) == 1 else "leak")
