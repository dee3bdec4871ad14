# framework: torch
# verdict: raises
# seen: RuntimeError: The size of tensor a (6) must match the size of tensor b (5) at non-singleton dimension 1
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 5)
x, labels = torch.randn(3, 6, 4), torch.randint(0, 5, (3, 6))
per_token = nn.functional.cross_entropy(model(x).transpose(1, 2), labels, reduction="none")
loss = (per_token * torch.ones(3, 5)).mean()  # HAZARD GL509
loss.backward()
