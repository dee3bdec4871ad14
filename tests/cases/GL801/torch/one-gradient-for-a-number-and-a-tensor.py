# framework: torch
# verdict: raises
# seen: function PowerBackward returned an incorrect number of gradients (expected 2, got 1)
import torch


class Power(torch.autograd.Function):
    @staticmethod
    def forward(ctx, exponent, x):
        ctx.exponent = exponent
        ctx.save_for_backward(x)
        return x**exponent

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ctx.exponent * x ** (ctx.exponent - 1)  # HAZARD GL801


def power(x, exponent):
    return Power.apply(exponent, x)


power(torch.ones(3, requires_grad=True), 3).sum().backward()
