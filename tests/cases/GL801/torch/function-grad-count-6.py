# framework: torch
# verdict: raises
# seen: RuntimeError: function SoftThresholdBackward returned an incorrect number of gradients (expected 3, got 2)
import torch
import torch.nn as nn


class SoftThreshold(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, lam, inverted=False):
        ctx.save_for_backward(x, lam)
        ctx.inverted = inverted
        out = torch.sign(x) * torch.relu(x.abs() - lam)
        return x - out if inverted else out

    @staticmethod
    def backward(ctx, grad_out):
        x, lam = ctx.saved_tensors
        inside = (x.abs() > lam).to(grad_out.dtype)
        if ctx.inverted:
            inside = 1 - inside
        grad_lam = -(grad_out * torch.sign(x) * inside).sum().reshape_as(lam)
        return grad_out * inside, grad_lam  # HAZARD GL801


class LISTA(nn.Module):
    def __init__(self, n, k, steps=2):
        super().__init__()
        self.W, self.S = nn.Linear(n, k, bias=False), nn.Linear(k, k, bias=False)
        self.lam = nn.Parameter(torch.tensor([0.1]))
        self.steps = steps

    def forward(self, y):
        b = self.W(y)
        z = SoftThreshold.apply(b, self.lam, False)
        for _ in range(self.steps):
            z = SoftThreshold.apply(b + self.S(z), self.lam, False)
        return z


if __name__ == "__main__":
    LISTA(4, 6)(torch.randn(3, 4)).abs().sum().backward()
