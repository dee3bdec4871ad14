# framework: torch
# verdict: clean
# seen: dtype= takes the kind of number from another tensor, so integers become floats
import torch


def bounded(x, kind=None):
    low = torch.tensor([-1], dtype=x.dtype, requires_grad=True)
    high = x.new_tensor([2, 3], requires_grad=True)
    steps = torch.arange(0, 4, dtype=kind or x.dtype, requires_grad=True)
    loss = (x[:1] * low).sum() + (high * high).sum() + steps.sum()
    loss.backward()
    return low.grad, high.grad, steps.grad


for grad in bounded(torch.randn(3)):
    assert grad is not None and grad.dtype == torch.float32
