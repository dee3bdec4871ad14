# framework: torch
# verdict: clean
# seen: a function inside collects the gradient of each block
import torch


class Energy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x)
        return (x**3).sum() + y.sum()

    @staticmethod
    def backward(ctx, arriving):
        (x,) = ctx.saved_tensors
        total = torch.zeros(len(x), 1)

        def visit(first, last):
            block = arriving * 3 * x[first:last] ** 2
            total[first:last, 0] += block

        for first in range(0, len(x), 2):
            visit(first, first + 2)
        return torch.squeeze(total, 1), arriving * torch.ones(2)


x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = torch.ones(2, requires_grad=True)
(2 * Energy.apply(x, y)).backward()
assert torch.allclose(x.grad, 6 * x.detach() ** 2)
print("OBSERVED clean", "a function inside collects the gradient of each block")
