# framework: torch
# verdict: nan
# seen: nan
import torch
from torch import nn


def safe_log_ratio(p, q):
    return torch.where(q > 0, torch.log(p / q), torch.zeros_like(p))  # HAZARD GL701


torch.manual_seed(0)
raw = torch.tensor([0.5, 0.2, 0.0], requires_grad=True)
loss = safe_log_ratio(torch.tensor([0.3, 0.3, 0.4]), raw).sum()
loss.backward()
print("OBSERVED", "nan" if raw.grad.isnan().any() else "clean")
