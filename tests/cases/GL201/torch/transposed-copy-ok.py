# framework: torch
# verdict: clean
# seen: the transposed copy is written to
import torch

weights = torch.randn(3, 4, requires_grad=True)
columns = weights.t().contiguous()
columns[0] = 0.0
loss = columns.square().sum()
loss.backward()
print("OBSERVED clean", weights.grad[:, 0].abs().max().item())
