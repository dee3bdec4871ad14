# framework: torch
# verdict: wrong
# seen: forward writes into its input and returns it without mark_dirty: the upstream derivative is lost or wrong
import torch
import torch.nn as nn


class InplaceScale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        x.mul_(factor)  # HAZARD GL803
        return x

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.factor, None


class Residual(nn.Module):
    def __init__(self, dim, factor=3.0):
        super().__init__()
        self.fc = nn.Linear(dim, dim, bias=False)
        self.factor = factor

    def forward(self, x):
        h = self.fc(x)
        InplaceScale.apply(h, self.factor)
        return h.sum()


if __name__ == "__main__":
    torch.manual_seed(0)
    m = Residual(3).double()
    x = torch.randn(2, 3, dtype=torch.float64)
    out = m(x)
    out.backward()
    w, eps = m.fc.weight, 1e-6
    got = w.grad[0, 0].item()
    with torch.no_grad():
        w[0, 0] += eps
        fd = (m(x) - out).item() / eps
    assert abs(got - fd) > 1e-3, (got, fd)
