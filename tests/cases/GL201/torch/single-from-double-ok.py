# framework: torch
# verdict: clean
# seen: the copy is written to
import torch

weights = torch.zeros(4, dtype=torch.float64, requires_grad=True)
single = weights.float()
single[0] = 1.0
loss = (single * torch.arange(4.0)).sum()
loss.backward()
print("OBSERVED clean", weights.grad)
