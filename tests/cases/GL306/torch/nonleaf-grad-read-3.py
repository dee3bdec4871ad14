# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn

torch.manual_seed(0)
enc, dec = nn.Linear(3, 4), nn.Linear(4, 1)
x = torch.randn(5, 3)
hidden = torch.relu(enc(x))
loss = dec(hidden).pow(2).mean()
loss.backward()
importance = hidden.grad  # HAZARD GL306
print("OBSERVED", "none" if importance is None else "clean")
