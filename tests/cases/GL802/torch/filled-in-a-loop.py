# framework: torch
# verdict: wrong
# seen: the gradient from above is never read
import torch


def timed(func):
    def wrapper(*args, **kwargs):
        return func(*args, **kwargs)

    return wrapper


class Squares(torch.autograd.Function):
    @staticmethod
    def forward(ctx, sites, weight):
        ctx.save_for_backward(sites)
        return (sites**2).sum(), [weight]

    @timed
    @staticmethod
    def backward(ctx, _, __):
        (sites,) = ctx.saved_tensors
        grads = torch.zeros_like(sites)
        for i in range(sites.size(0)):
            grads[i] = 2 * sites[i]
        return grads, None  # HAZARD GL802


x = torch.ones(3, requires_grad=True)
value, _ = Squares.apply(x, 1.0)
(5 * value).backward()
assert torch.allclose(x.grad, torch.full((3,), 2.0))
print("OBSERVED wrong")
