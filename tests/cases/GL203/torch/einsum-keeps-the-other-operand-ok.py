# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

w = torch.randn(3, requires_grad=True)
rows = torch.rand(4, 3)
mixed = w * 2
out = torch.einsum("j,ij->i", mixed, rows)
mixed.add_(1.0)
(out.sum() + mixed.sum()).backward()
assert torch.allclose(w.grad, 2 * rows.sum(0) + 2)
