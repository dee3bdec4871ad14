# framework: torch
# verdict: clean
# seen: the gradient is that of masked_fill
import torch

torch.manual_seed(0)
scores = torch.randn(3, 5, requires_grad=True)
mask = torch.zeros(3, 5, dtype=torch.bool)
mask[:, 3:] = True
parts = torch.sigmoid(scores)
parts.data.masked_fill_(mask, 0.0)
share = parts / (parts.sum(-1, keepdim=True) + 1)
(share * torch.arange(5.0)).sum().backward()

other = scores.detach().clone().requires_grad_(True)
kept = torch.sigmoid(other).masked_fill(mask, 0.0)
(kept / (kept.sum(-1, keepdim=True) + 1) * torch.arange(5.0)).sum().backward()
print("OBSERVED", "clean" if torch.allclose(scores.grad, other.grad) else "wrong")
