# framework: torch
# verdict: clean
# seen: True
"""Functions whose backward is never asked for what it does not give, and one that fills a buffer of its own."""

import torch


class Nearest(torch.autograd.Function):
    """Indices have no gradient, so backward is never called and owes nobody a count."""

    @staticmethod
    def forward(ctx, points, centres, k):
        found = torch.cdist(points, centres).topk(k, largest=False).indices
        ctx.mark_non_differentiable(found)
        return found

    @staticmethod
    def backward(ctx, upstream):
        return ()


class Pool(torch.autograd.Function):
    """Two results, and a backward that only says that there is none."""

    @staticmethod
    def forward(ctx, x, size):
        parts = x.unfold(0, size, size)
        return parts.amax(dim=1), parts.argmax(dim=1)

    @staticmethod
    def backward(ctx, upstream):
        raise NotImplementedError("inference only")


class Scale(torch.autograd.Function):
    """Gradients for both inputs where they are wanted, and nothing at all otherwise."""

    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, upstream):
        if ctx.needs_input_grad[0]:
            return upstream * ctx.factor, None
        return None


class Fill(torch.autograd.Function):
    """One slot of a scratch tensor is written behind autograd's back: nobody has read it before."""

    @staticmethod
    def forward(ctx, scratch, value, slot):
        ctx.slot = slot
        scratch.data[slot] = value
        return scratch

    @staticmethod
    def backward(ctx, upstream):
        return upstream, upstream[ctx.slot], None


points = torch.rand(6, 2, requires_grad=True)
index = Nearest.apply(points, torch.rand(4, 2), 1)
assert not index.requires_grad
best, _ = Pool.apply(torch.arange(6.0), 3)
assert best.tolist() == [2.0, 5.0]

x = torch.tensor([1.0, 2.0], requires_grad=True)
scratch = Fill.apply(torch.empty(2, 2), Scale.apply(x, 3.0), 0)
scratch = Fill.apply(scratch, x, 1)
scratch.sum().backward()
assert x.grad.tolist() == [4.0, 4.0]
print("OBSERVED clean")
