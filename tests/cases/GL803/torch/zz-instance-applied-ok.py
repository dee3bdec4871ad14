# framework: torch
# verdict: clean
# seen: gradient as expected: apply belongs to the class, and an instance finds it there
import torch


def make(factor):
    class Scaled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * factor

        @staticmethod
        def backward(ctx, g):
            return g * factor

    return Scaled


Scaled = make(3.0)
x = torch.ones(3, requires_grad=True)
Scaled(factor=3.0).apply(x).sum().backward()
print(x.grad)
