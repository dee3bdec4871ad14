# framework: torch
# verdict: leak
# seen: what takes the place of the last one has a graph, too
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 2)
optimizer = torch.optim.Adam(model.parameters())
history = []
for x in torch.randn(6, 5, 4):
    loss = model(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(loss)  # HAZARD GL604
    history[-1] = history[-1] * 2
assert all(each.grad_fn is not None for each in history)
print("OBSERVED leak")
