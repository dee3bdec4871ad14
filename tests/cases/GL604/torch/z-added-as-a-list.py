# framework: torch
# verdict: leak
# seen: every loss of the run still has its graph
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
curve = []
for inputs in torch.randn(6, 4, 3):
    optimizer.zero_grad()
    loss = model(inputs).pow(2).mean()
    loss.backward()
    optimizer.step()
    curve += [loss]  # HAZARD GL604
print("OBSERVED", "leak" if all(each.grad_fn is not None for each in curve) else "clean")
