# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch.autograd.function import once_differentiable


class ScaledTanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale, name="act"):
        y = torch.tanh(x * scale)
        ctx.save_for_backward(x, scale, y)
        ctx.name = name
        return y

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        x, scale, y = ctx.saved_tensors
        inner = grad * (1 - y * y)
        dx = ds = None
        if ctx.needs_input_grad[0]:
            dx = inner * scale
        if ctx.needs_input_grad[1]:
            ds = (inner * x).sum()
        return dx, ds, None


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, lam):
        ctx.lam = lam
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return -ctx.lam * g, None


class Block(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, _):
        return None


x = torch.randn(3, dtype=torch.float64, requires_grad=True)
s = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)
y = ScaledTanh.apply(x, s, "first").sum()
(Reverse.apply(y, 0.5) + Block.apply(x).sum()).backward()
true = -0.5 * 2.0 * (1 - torch.tanh(2 * x.detach()) ** 2)
print("OBSERVED", "clean" if torch.allclose(x.grad, true) else "wrong")
