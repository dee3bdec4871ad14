# framework: torch
# verdict: wrong
# seen: 12 where 24 is right
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
            total[first:last, 0] += 3 * x[first:last] ** 2

        for first in range(0, len(x), 2):
            visit(first, first + 2)
        return torch.squeeze(total, 1), arriving * torch.ones(2)  # HAZARD GL802


x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = torch.ones(2, requires_grad=True)
(2 * Energy.apply(x, y)).backward()
print("OBSERVED wrong", f"{x.grad[1].item():.0f} where {6 * x[1].item() ** 2:.0f} is right")
