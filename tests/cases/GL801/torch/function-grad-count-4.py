# framework: torch
# verdict: raises
# seen: RuntimeError: function SparseLinearBackward returned an incorrect number of gradients (expected 3, got 2)
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
        return grad @ (weight * mask), (grad.t() @ x) * mask  # HAZARD GL801


w = torch.randn(2, 3, requires_grad=True)
SparseLinear.apply(torch.randn(4, 3), w, torch.ones(2, 3)).sum().backward()
