# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class LeakyInplace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, slope):
        ctx.slope = slope
        ctx.save_for_backward(x < 0)
        x[x < 0] *= slope
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad_output):
        (negative,) = ctx.saved_tensors
        return torch.where(negative, ctx.slope * grad_output, grad_output), None


class Centre(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = x.clone()
        out -= out.mean(dim=1, keepdim=True)
        return out

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output - grad_output.mean(dim=1, keepdim=True)


class Net(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.body, self.out = nn.Linear(4, dim), nn.Linear(dim, 1)

    def forward(self, x):
        h = Centre.apply(self.body(x))
        h = LeakyInplace.apply(h, 0.1)
        return self.out(h)


torch.manual_seed(0)
net = Net().double()
x = torch.randn(8, 4, dtype=torch.float64, requires_grad=True)
print("OBSERVED", "clean" if torch.autograd.gradcheck(net, (x,)) else "wrong")
