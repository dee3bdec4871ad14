# framework: torch
# verdict: none
# seen: the projection is in the optimizer and never gets a gradient
import torch
from torch import nn

torch.manual_seed(0)
project, frozen, read = nn.Linear(6, 4), nn.Linear(4, 4), nn.Linear(4, 1)
frozen.requires_grad_(False)
whole = nn.ModuleList([project, frozen, read])
optimizer = torch.optim.Adam([p for p in whole.parameters() if p.requires_grad])
for x in torch.randn(3, 5, 6):
    z = project(x)
    with torch.no_grad():
        h = frozen(z)  # HAZARD GL402
    loss = read(h).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
assert project.weight.grad is None
print("OBSERVED none")
