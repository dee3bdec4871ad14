# framework: torch
# verdict: leak
# seen: every entry holds its graph
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 2)
optimizer = torch.optim.Adam(model.parameters())
curves = {"error": [], "norm": []}
for x in torch.randn(3, 5, 4):
    predicted = model(x)
    loss = predicted.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    curves["error"].append(loss)  # HAZARD GL604
    curves["norm"].append(predicted.norm())  # HAZARD GL604
assert all(each.grad_fn is not None for curve in curves.values() for each in curve)
print("OBSERVED leak")
