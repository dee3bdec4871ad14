# framework: torch
# verdict: wrong
# seen: wrong
import torch


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        s = torch.sigmoid(x)
        ctx.save_for_backward(x, s)
        return x * s

    @staticmethod
    def backward(ctx, grad_output):
        x, s = ctx.saved_tensors
        slope = s * (1 + x * (1 - s))
        return slope  # HAZARD GL802


x = torch.randn(3, dtype=torch.float64, requires_grad=True)
y = x.detach().clone().requires_grad_()
(3 * Swish.apply(x)).sum().backward()
(3 * torch.nn.functional.silu(y)).sum().backward()
print("OBSERVED", "clean" if torch.allclose(x.grad, y.grad) else "wrong")
