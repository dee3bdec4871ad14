# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch.autograd import Function


class MeanAndPower(Function):
    """Mean of each row and the mean of its k-th powers; k is a plain number."""

    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k
        return x.mean(dim=1), x.pow(k).mean(dim=1)

    @staticmethod
    def backward(ctx, grad_mean, grad_power):
        (x,) = ctx.saved_tensors
        n = x.shape[1]
        grad_x = grad_mean[:, None].expand_as(x) / n
        grad_x = grad_x + grad_power[:, None] * ctx.k * x.pow(ctx.k - 1) / n
        return grad_x, None, None


class Pick(Function):
    @staticmethod
    def forward(ctx, table, index):
        ctx.save_for_backward(index)
        ctx.rows = table.shape[0]
        return table[index]

    @staticmethod
    def backward(ctx, grad_output):
        (index,) = ctx.saved_tensors
        grad_table = grad_output.new_zeros(ctx.rows, grad_output.shape[1])
        return grad_table.index_add(0, index, grad_output), None


th.manual_seed(0)
x = th.randn(4, 3, dtype=th.float64, requires_grad=True)
index = th.tensor([0, 2, 2, 3])
first = th.autograd.gradcheck(lambda v: MeanAndPower.apply(v, 3), (x,))
second = th.autograd.gradcheck(lambda v: Pick.apply(v, index), (x,))
print("OBSERVED", "clean" if first and second else "wrong")
