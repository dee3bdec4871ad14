# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.autograd import Function


class SparseLinear(Function):
    @staticmethod
    def forward(x, weight, mask):
        return x @ (weight * mask).t()

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, weight, mask = inputs
        ctx.save_for_backward(x, weight, mask)

    @staticmethod
    def backward(ctx, grad):
        x, weight, mask = ctx.saved_tensors
        return grad @ (weight * mask), (grad.t() @ x) * mask, None


class Scale(Function):
    @staticmethod
    def forward(ctx, *tensors):
        ctx.n = len(tensors)
        return sum(tensors)

    @staticmethod
    def backward(ctx, grad):
        return tuple(grad for _ in range(ctx.n))


w = torch.randn(2, 3, requires_grad=True)
x = torch.randn(4, 3)
y = SparseLinear.apply(x, w, torch.ones(2, 3))
Scale.apply(y, 2 * y, x.sum()).sum().backward()
print("OBSERVED", "clean" if torch.allclose(w.grad, 3 * x.sum(0).expand(2, 3), atol=1e-5) else "wrong")
