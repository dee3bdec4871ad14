# framework: torch
# verdict: wrong
# seen: largest difference 12.247
import torch
from torch import nn


class SwishFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x  # HAZARD GL803
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):
        s = torch.sigmoid(ctx.x)
        return grad_output * (s + ctx.x * s * (1 - s))


class GatedBlock(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.up = nn.Linear(dim, dim)

    def forward(self, x):
        h = self.up(x)
        gate = SwishFunction.apply(h)
        h += x
        return gate + h


torch.manual_seed(0)
block = GatedBlock()
opt = torch.optim.SGD(block.parameters(), lr=0.1)
x = torch.randn(10, 4) * 2
opt.zero_grad()
block(x).sum().backward()
h = block.up(x)
(expected,) = torch.autograd.grad((nn.functional.silu(h) + h + x).sum(), block.up.weight)
gap = (block.up.weight.grad - expected).abs().max().item()
opt.step()
print("OBSERVED", "wrong" if gap > 0.1 else "clean", "largest difference", round(gap, 3))
