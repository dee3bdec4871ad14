# framework: torch
# verdict: clean
# seen: runs: take_along_dim broadcasts the index against the tensor
import torch

scores = torch.ones(3, 4, requires_grad=True)
order = torch.zeros(1, 2, dtype=torch.long)
best = torch.take_along_dim(scores, order, dim=1)
(best @ torch.ones(2, 5) + torch.ones(3, 5)).sum().backward()
print(scores.grad)
