# framework: torch
# verdict: clean
# seen: rules written as class methods get their class as well, and an annotated number on ctx is no tensor
import torch
from torch.autograd import Function, gradcheck


class Sharpen(Function):
    @classmethod
    def forward(cls, ctx, scores, power: float = 2.0):
        result = scores.clamp(min=0) ** power
        ctx.power = power
        ctx.save_for_backward(scores)
        return result

    @classmethod
    def backward(cls, ctx, upstream):
        (scores,) = ctx.saved_tensors
        return upstream * ctx.power * scores.clamp(min=0) ** (ctx.power - 1), None


class Leak(Function):
    @staticmethod
    def forward(ctx, current, dt: float = 0.1):
        ctx.dt = dt
        return current * dt

    @staticmethod
    def backward(ctx, upstream):
        return upstream * ctx.dt, None


scores = torch.rand(5, dtype=torch.double, requires_grad=True)
assert gradcheck(lambda s: Sharpen.apply(s, 3.0), scores)
assert gradcheck(lambda s: Leak.apply(s, 0.2), scores)
