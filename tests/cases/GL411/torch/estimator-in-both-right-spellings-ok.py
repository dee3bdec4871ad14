# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

w = torch.tensor([0.6, 1.7], requires_grad=True)
hard = w.round()
one = w + (hard - w).detach()
two = hard.detach() + w - w.detach()
(one.sum() + two.sum()).backward()
assert torch.allclose(w.grad, torch.full((2,), 2.0))
