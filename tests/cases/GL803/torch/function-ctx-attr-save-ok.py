# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class NormalizeRows(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, eps, keep_shape):
        flat = x.reshape(-1, x.shape[-1])
        length = flat.norm(dim=1, keepdim=True) + eps
        unit = flat / length
        ctx.shape, ctx.eps = x.shape, eps
        ctx.keep_shape = bool(keep_shape)
        ctx.save_for_backward(unit, length)
        return unit.reshape(x.shape) if keep_shape else unit

    @staticmethod
    def backward(ctx, grad_output):
        unit, length = ctx.saved_tensors
        g = grad_output.reshape(unit.shape)
        radial = (g * unit).sum(dim=1, keepdim=True)
        inner = length - ctx.eps
        grad = g / length - unit * radial / inner
        return grad.reshape(ctx.shape), None, None


class Head(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.proj = nn.Linear(dim, dim).double()

    def forward(self, x):
        return NormalizeRows.apply(self.proj(x), 1e-3, True)


torch.manual_seed(0)
head = Head()
x = torch.randn(3, 2, 4, dtype=torch.float64, requires_grad=True)
right = torch.autograd.gradcheck(lambda v: NormalizeRows.apply(v, 1e-3, True), (x,))
right = right and torch.autograd.gradcheck(head, (x,))
print("OBSERVED", "clean" if right else "wrong")
