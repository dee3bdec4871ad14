# framework: torch
# verdict: raises
# seen: RuntimeError: function ScaledTanhBackward returned an incorrect number of gradients (expected 3, got 2)
import torch


class ScaledTanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale, name="act"):
        y = torch.tanh(x * scale)
        ctx.save_for_backward(x, scale, y)
        return y

    @staticmethod
    def backward(ctx, grad):
        x, scale, y = ctx.saved_tensors
        inner = grad * (1 - y * y)
        return inner * scale, (inner * x).sum()  # HAZARD GL801


x = torch.randn(3, requires_grad=True)
s = torch.tensor(2.0, requires_grad=True)
ScaledTanh.apply(x, s, "first").sum().backward()
