# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class LinearFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias=None):
        ctx.save_for_backward(x, weight)
        ctx.has_bias = bias is not None
        out = x @ weight.t()
        return out + bias if bias is not None else out

    @staticmethod
    def backward(ctx, grad_output):
        x, weight = ctx.saved_tensors
        grad_x = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_x = grad_output @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad_output.t() @ x
        if ctx.has_bias and ctx.needs_input_grad[2]:
            grad_bias = grad_output.sum(dim=0)
        return grad_x, grad_weight, grad_bias


class Linear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in, dtype=torch.float64))
        self.bias = nn.Parameter(torch.zeros(n_out, dtype=torch.float64))

    def forward(self, x):
        return LinearFunction.apply(x, self.weight, self.bias)


torch.manual_seed(0)
layer = Linear(5, 3)
x = torch.randn(4, 5, dtype=torch.float64, requires_grad=True)
right = torch.autograd.gradcheck(LinearFunction.apply, (x, layer.weight, layer.bias))
layer(x.detach()).square().sum().backward()
print("OBSERVED", "clean" if right and x.grad is None and layer.bias.grad.any() else "wrong")
