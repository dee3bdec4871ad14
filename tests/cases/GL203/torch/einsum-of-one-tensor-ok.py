# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

s = torch.randn(2, 4, 3, requires_grad=True)
a = torch.rand(2, 4, 4)
pooled = s.transpose(1, 2) @ a @ s
cut = torch.einsum("ijj->i", pooled)
index = torch.arange(3)
pooled[:, index, index] = 0
loss = cut.sum() + pooled.pow(2).sum()
loss.backward()
assert s.grad is not None
