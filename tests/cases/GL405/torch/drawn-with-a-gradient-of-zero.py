# framework: torch
# verdict: zero
# seen: OBSERVED zero
import torch

torch.manual_seed(0)
weight = torch.tensor([2.0], requires_grad=True)
drawn = torch.normal(mean=weight * 3, std=weight.exp())  # HAZARD GL405
drawn.square().sum().backward()
assert weight.grad is not None and (weight.grad == 0).all()
print("OBSERVED zero")
