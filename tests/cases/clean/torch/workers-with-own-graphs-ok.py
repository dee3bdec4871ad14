# framework: torch
# verdict: clean
# seen: gradients reach the weights of the worker
import torch


class Collect(torch.autograd.Function):
    """Joins the outputs of workers, which have graphs of their own."""

    @staticmethod
    def forward(ctx, anchor, outputs):
        ctx.outputs = outputs
        return torch.stack([each.detach() for each in outputs]) + 0 * anchor

    @staticmethod
    def backward(ctx, grad):
        loss = sum((each * part).sum() for each, part in zip(ctx.outputs, grad))
        loss.backward()
        return grad.sum(), None


print("OBSERVED clean")
