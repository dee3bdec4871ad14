# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient
import torch

w = torch.randn(3, requires_grad=True)
rows = torch.rand(4, 3)
mixed = w * 2
out = torch.einsum("j,ij->i", mixed, rows)
rows.add_(1.0)  # HAZARD GL203
(out.sum() + mixed.sum()).backward()
