# framework: torch
# verdict: nan
# seen: nan
import torch
from torch import nn


def focal(logits, y, gamma=2.0):
    p = torch.sigmoid(logits)
    return -(y * (1 - p) ** gamma * torch.log(p) + (1 - y) * p ** gamma * torch.log(1 - p)).mean()  # HAZARD GL703


torch.manual_seed(0)
net = nn.Linear(2, 1)
focal(net(1000 * torch.randn(6, 2)), torch.randint(0, 2, (6, 1)).float()).backward()
print("OBSERVED", "nan" if not net.weight.grad.isfinite().all() else "clean")
