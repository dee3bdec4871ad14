# framework: torch
# verdict: nan
# seen: [nan, nan, nan]
import torch

w = torch.tensor([2.0, 3.0, 4.0], requires_grad=True)
share = 1.5 * torch.tanh(w)
angle = torch.where(share.abs() < 1, torch.sqrt(1 - share**2), torch.zeros_like(share))  # HAZARD GL701
angle.sum().backward()
print("OBSERVED", "nan" if w.grad.isnan().all() else "clean")
