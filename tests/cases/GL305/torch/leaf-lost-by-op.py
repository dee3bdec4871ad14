# framework: torch
# verdict: none
# seen: ['scale']
import warnings

import torch
from torch.nn import functional as F

warnings.simplefilter("ignore")


def sensitivity(x, y):
    scale = torch.ones(3, requires_grad=True).to(torch.float64)  # HAZARD GL305
    offset = torch.zeros(3, dtype=torch.float64, requires_grad=True)
    loss = F.mse_loss((x * scale + offset).sum(dim=1), y)
    loss.backward()
    return {"scale": scale.grad, "offset": offset.grad}


torch.manual_seed(0)
x = torch.randn(20, 3, dtype=torch.float64)
y = (x * torch.tensor([1.0, 2.0, 3.0])).sum(dim=1)
report = sensitivity(x, y)
lost = [name for name, grad in report.items() if grad is None]
print("OBSERVED", "none" if lost == ["scale"] else "clean", lost)
