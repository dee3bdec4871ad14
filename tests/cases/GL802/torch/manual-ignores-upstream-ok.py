# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


class Block(torch.autograd.Function):
    """Lets the value through and nothing back."""

    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad_output):
        return None


class RoundThrough(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, step):
        return torch.round(x / step) * step

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, None


class Mute(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.size = x.shape
        return x * 1

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.new_zeros(ctx.size)


torch.manual_seed(0)
encoder, aux, head = nn.Linear(5, 4), nn.Linear(4, 1), nn.Linear(4, 2)
x, y = torch.randn(16, 5), torch.randint(0, 2, (16,))
z = RoundThrough.apply(encoder(x), 0.25)
loss = F.cross_entropy(head(z), y) + aux(Block.apply(z)).square().mean() + aux(Mute.apply(z)).mean()
loss.backward()
(z_grad,) = torch.autograd.grad(F.cross_entropy(head(z.detach().requires_grad_()), y), head.weight)
right = torch.allclose(head.weight.grad, z_grad) and encoder.weight.grad.any() and aux.weight.grad.any()
print("OBSERVED", "clean" if right else "wrong")
