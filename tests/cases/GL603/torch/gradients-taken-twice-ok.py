# framework: torch
# verdict: clean
# seen: both gradients are right: the first call went through another part of the graph, or kept it
import torch

weight = torch.tensor([0.5, -1.0], requires_grad=True)
bias = torch.tensor([0.1, 0.2], requires_grad=True)
left, right = weight.exp(), bias.exp()
total = left.sum() + right.sum()
(by_weight,) = torch.autograd.grad(total, weight)
(by_bias,) = torch.autograd.grad(total, bias)
hidden = (weight * bias).tanh()
(kept,) = torch.autograd.grad(hidden.sum(), hidden)
(first,) = torch.autograd.grad(hidden.sum(), weight, None, True)
(second,) = torch.autograd.grad(hidden.sum(), bias, None, None, True)
(second * first).sum().backward()
right_answer = torch.allclose(by_weight, weight.exp()) and torch.allclose(by_bias, bias.exp()) and bool((kept == 1).all())
print("OBSERVED", "clean" if right_answer and bias.grad is not None else "wrong")
