# framework: torch
# verdict: none
# seen: the offsets stay zeros
import torch
from torch import nn


class Shifted(nn.Module):
    def __init__(self, names):
        super().__init__()
        self.body = nn.Linear(4, 2)
        self.offsets = {name: torch.zeros(2, requires_grad=True) for name in names}  # HAZARD GL308

    def forward(self, name, x):
        return self.body(x) + self.offsets[name]


torch.manual_seed(0)
model = Shifted(["left", "right"])
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for name in ("left", "right"):
    optimizer.zero_grad()
    model(name, torch.randn(6, 4)).square().sum().backward()
    optimizer.step()
assert all(not each.any() for each in model.offsets.values())
print("OBSERVED none")
