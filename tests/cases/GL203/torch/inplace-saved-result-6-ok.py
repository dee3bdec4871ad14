# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


@torch.compile(backend="eager")
def gate(x, w, b):
    s = torch.addmm(b, x, w)
    s += 0.5
    s.clamp_(-5, 5)
    out = torch.sigmoid(s)
    return out.clamp(0.05, 0.95)


def swiglu(x, w):
    a, b = (x @ w).chunk(2, dim=-1)
    return nn.functional.silu(a) * b


torch.manual_seed(0)
w, b = torch.randn(3, 2, requires_grad=True), torch.zeros(2, requires_grad=True)
v = torch.randn(3, 4, requires_grad=True)
x = torch.randn(4, 3)
(gate(x, w, b).sum() + swiglu(x, v).sum()).backward()
print("OBSERVED", "clean" if w.grad.any() and v.grad.any() else "wrong")
