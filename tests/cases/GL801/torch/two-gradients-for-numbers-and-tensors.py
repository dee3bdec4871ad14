# framework: torch
# verdict: raises
# seen: function ShiftBackward returned an incorrect number of gradients (expected 4, got 2)
import torch
from torch.autograd import Function


class Shift(Function):
    @staticmethod
    def forward(ctx, size, stride, x, y):
        ctx.save_for_backward(x, y)
        ctx.size = size
        ctx.stride = stride
        return x * size + y * stride

    @staticmethod
    def backward(ctx, grad):
        of_x = grad * ctx.size
        of_y = grad * ctx.stride
        return of_x, of_y  # HAZARD GL801


class Shifted(torch.nn.Module):
    def __init__(self, size=2, stride=1):
        super().__init__()
        self.size = size
        self.stride = stride

    def forward(self, x, y):
        return Shift.apply(self.size, self.stride, x, y)


a, b = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
Shifted()(a, b).sum().backward()
