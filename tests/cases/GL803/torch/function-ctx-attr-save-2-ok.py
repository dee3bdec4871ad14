# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch.autograd import Function


class LinearFunction(Function):
    @staticmethod
    def forward(ctx, x, weight, bias=None, scale=1.0):
        ctx.scale = scale
        ctx.has_bias = bias is not None
        ctx.shape = x.shape
        ctx.save_for_backward(x, weight)
        out = x.mm(weight.t()).mul_(scale)
        if bias is not None:
            out += bias.unsqueeze(0)
        return out

    @staticmethod
    def backward(ctx, grad_output):
        x, weight = ctx.saved_tensors
        gx = gw = gb = None
        g = grad_output * ctx.scale
        if ctx.needs_input_grad[0]:
            gx = g.mm(weight).view(ctx.shape)
        if ctx.needs_input_grad[1]:
            gw = g.t().mm(x)
        if ctx.has_bias and ctx.needs_input_grad[2]:
            gb = grad_output.sum(0)
        return gx, gw, gb, None


class Inplace(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, g):
        return g * 2


x = torch.randn(3, 2, dtype=torch.double, requires_grad=True)
w = torch.randn(4, 2, dtype=torch.double, requires_grad=True)
b = torch.randn(4, dtype=torch.double, requires_grad=True)
ok = torch.autograd.gradcheck(lambda *a: LinearFunction.apply(*a, 0.5), (x, w, b))
Inplace.apply(x * 1.0).sum().backward()
print("OBSERVED", "clean" if ok and (x.grad == 2).all() else "wrong")
