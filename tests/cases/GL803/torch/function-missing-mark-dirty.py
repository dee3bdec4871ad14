# framework: torch
# verdict: wrong
# seen: 2.394 0.499
import torch
from torch import nn


class LeakyInplace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, slope):
        ctx.slope = slope
        ctx.save_for_backward(x < 0)
        x[x < 0] *= slope  # HAZARD GL803
        return x

    @staticmethod
    def backward(ctx, grad_output):
        (negative,) = ctx.saved_tensors
        return torch.where(negative, ctx.slope * grad_output, grad_output), None


class TwoHeads(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.body = nn.Linear(4, dim)
        self.mean, self.scale = nn.Linear(dim, 1), nn.Linear(dim, 1)

    def forward(self, x):
        h = self.body(x)
        active = LeakyInplace.apply(h, 0.1)
        return self.mean(active) + self.scale(h)


torch.manual_seed(0)
net = TwoHeads().double()
x = torch.randn(8, 4, dtype=torch.float64)
net(x).sum().backward()
found, h = net.body.bias.grad[0].item(), 1e-6
with torch.no_grad():
    net.body.bias[0] += h
    high = net(x).sum()
    net.body.bias[0] -= 2 * h
    low = net(x).sum()
    net.body.bias[0] += h
numeric = ((high - low) / (2 * h)).item()
print("OBSERVED", "wrong" if abs(found - numeric) > 1e-3 else "clean", round(found, 3), round(numeric, 3))
