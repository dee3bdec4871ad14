# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation
import torch

weight = torch.randn(4, requires_grad=True)
scale = torch.tensor(2.0, requires_grad=True)
rates = weight.exp()
loss = (rates * scale).sum()
rates += 1.0  # HAZARD GL203
(slope,) = torch.autograd.grad(loss, [weight])
