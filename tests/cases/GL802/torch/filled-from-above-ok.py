# framework: torch
# verdict: clean
# seen: what is written into the zeros is made of the gradient from above
import torch


class Squares(torch.autograd.Function):
    @staticmethod
    def forward(ctx, sites):
        ctx.save_for_backward(sites)
        return (sites**2).sum()

    @staticmethod
    def backward(ctx, above):
        (sites,) = ctx.saved_tensors
        grads = torch.zeros_like(sites)
        for i in range(sites.size(0)):
            grads[i] = 2 * sites[i] * above
        return grads


x = torch.ones(3, requires_grad=True)
(5 * Squares.apply(x)).backward()
assert torch.allclose(x.grad, torch.full((3,), 10.0))
print("OBSERVED clean")
