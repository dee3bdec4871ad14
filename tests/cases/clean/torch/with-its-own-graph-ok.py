# framework: torch
# verdict: clean
# seen: the graph of the forward pass is kept on the context
import torch


class Isolated(torch.autograd.Function):
    """Runs a block on its own graph, and goes back through that in its own time."""

    @staticmethod
    def forward(ctx, block, x):
        with torch.enable_grad():
            ctx.inside = x.detach().requires_grad_()
            ctx.outside = block(ctx.inside)
        return ctx.outside.detach()

    @staticmethod
    def backward(ctx, grad):
        surrogate = (ctx.outside * grad).sum()
        surrogate.backward()
        return None, ctx.inside.grad


print("OBSERVED clean")
