# framework: torch
# verdict: clean
# seen: gradient as expected; the detached copy is a leaf of its own
import torch
from torch.utils._pytree import tree_map

x = torch.randn(3, requires_grad=True)
seen = tree_map(torch.sin, x)
leaf = seen.detach()
leaf.requires_grad_(True)
twice = leaf * 2
twice.backward(torch.ones(3))
assert leaf.grad is not None and x.grad is None
