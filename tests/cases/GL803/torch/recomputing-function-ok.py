# framework: torch
# verdict: clean
# seen: True
"""A hand-written checkpoint: backward runs the block again with recording on, and asks it for its gradients."""

import torch


def fresh_leaves(tensors):
    return tuple(each.detach().requires_grad_(each.requires_grad) for each in tensors)


class Again(torch.autograd.Function):
    @staticmethod
    def forward(ctx, block, *tensors):
        ctx.block = block
        ctx.save_for_backward(*tensors)
        with torch.no_grad():
            return block(*tensors)

    @staticmethod
    def backward(ctx, *upstream):
        leaves = fresh_leaves(ctx.saved_tensors)
        with torch.enable_grad():
            results = ctx.block(*leaves)
        if isinstance(results, torch.Tensor):
            results = (results,)
        torch.autograd.backward(results, upstream)
        return (None, *(leaf.grad for leaf in leaves))


class Relay(torch.autograd.Function):
    """What comes back is what another process has left on the node of the graph."""

    @staticmethod
    def forward(ctx, x):
        return torch.zeros(())

    @staticmethod
    def backward(ctx, upstream):
        return ctx.received


weight = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
Again.apply(lambda w: (w**3).sum(), weight).backward()
assert torch.allclose(weight.grad, 3 * weight.detach() ** 2)

other = torch.tensor([1.0, 2.0], requires_grad=True)
signal = Relay.apply(other)
signal.grad_fn.received = torch.tensor([5.0, 6.0])
signal.backward()
assert other.grad.tolist() == [5.0, 6.0]
print("OBSERVED clean")
