# framework: torch
# verdict: wrong
# seen: the slope is a constant in the loss
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)


def slope(outputs, inputs):
    return torch.autograd.grad(outputs, inputs, torch.ones_like(outputs), retain_graph=True)[0]  # HAZARD GL605


for _ in range(3):
    x = torch.rand(8, 1, requires_grad=True)
    u = model(x)
    residual = slope(u, x) - u
    weights = residual.detach().abs() + 0.1
    loss = (weights * residual.square()).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("OBSERVED", "clean" if slope(model(x), x).requires_grad else "wrong")
