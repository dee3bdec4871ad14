# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

limit = torch.nn.Parameter(torch.tensor(0.5))
x = torch.tensor([0.2, 0.9])
loss = torch.clamp(x, max=limit).sum() + x.pow(limit).sum()
loss.backward()
assert limit.grad is not None
