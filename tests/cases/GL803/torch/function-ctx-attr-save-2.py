# framework: torch
# verdict: wrong
# seen: wrong
import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, power):
        ctx.power = power
        ctx.base = x  # HAZARD GL803
        return x ** power

    @staticmethod
    def backward(ctx, g):
        return g * ctx.power * ctx.base ** (ctx.power - 1), None


leaf = torch.tensor([1.0, 2.0], requires_grad=True)
x = leaf * 1.0
y = Cube.apply(x, 3)
x.mul_(10.0)
y.sum().backward()
print("OBSERVED", "clean" if torch.allclose(leaf.grad, torch.tensor([3.0, 12.0])) else "wrong")
