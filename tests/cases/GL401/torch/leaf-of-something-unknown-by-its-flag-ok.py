# framework: torch
# verdict: clean
# seen: gradient as expected; the detached copies are leaves of their own
import torch
from torch.utils._pytree import tree_map

x = torch.randn(3, requires_grad=True)
first = tree_map(torch.exp, x).detach()
first.requires_grad = True
second = tree_map(torch.cos, x).detach().requires_grad_()
(first * second).sum().backward()
assert first.grad is not None and second.grad is not None
