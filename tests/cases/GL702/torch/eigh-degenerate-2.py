# framework: torch
# verdict: nan
# seen: nan
import torch

cov = torch.eye(3, requires_grad=True)
values, vectors = torch.linalg.eigh(cov * 2.0)
loss = (vectors[:, -1] * torch.arange(3.0)).sum()  # HAZARD GL702
loss.backward()
print("OBSERVED", "nan" if cov.grad.isnan().any() else "clean")
