# framework: torch
# verdict: clean
# seen: gradient as expected
import torch


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, mode):
        ctx.save_for_backward(x)
        ctx.mode = mode
        return x * x if mode == "square" else x * 3.0

    @staticmethod
    def backward(ctx, upstream):
        (x,) = ctx.saved_tensors
        match (upstream, ctx.mode):
            case (flow, "square"):
                slope = 2 * x * flow
            case (flow, _):
                slope = 3.0 * flow
        return slope, None


class Shifted(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2.0

    @staticmethod
    def backward(ctx, upstream):
        if (doubled := upstream * 2.0).numel() > 0:
            return doubled
        return None


x = torch.randn(4, dtype=torch.float64, requires_grad=True)
right = torch.autograd.gradcheck(lambda v: Scaled.apply(v, "square"), (x,))
right = right and torch.autograd.gradcheck(lambda v: Scaled.apply(v, "triple"), (x,))
right = right and torch.autograd.gradcheck(Shifted.apply, (x,))
print("OBSERVED", "clean" if right else "wrong")
