# framework: torch
# verdict: wrong
# seen: behind a decorator of the program, backward never uses what arrives from above
import torch


def noted(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    @noted
    def backward(ctx, upstream):
        (x,) = ctx.saved_tensors
        return 2 * x  # HAZARD GL802


x = torch.ones(3, requires_grad=True)
(5 * Square.apply(x)).sum().backward()
print("OBSERVED", f"autodiff={x.grad.tolist()}", "fd=[10.0, 10.0, 10.0]")
