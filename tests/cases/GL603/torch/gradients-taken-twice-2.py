# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch

weight = torch.tensor([0.5, -1.0], requires_grad=True)
bias = torch.tensor([0.1, 0.2], requires_grad=True)
scores = (weight * 2.0 + bias).exp()
loss = scores.sum()
(by_weight,) = torch.autograd.grad(loss, [weight])
print("norm", by_weight.norm())
loss.backward()  # HAZARD GL603
