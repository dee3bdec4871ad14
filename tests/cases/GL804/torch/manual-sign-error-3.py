# framework: torch
# verdict: wrong
# seen: derivative of sub with respect to its second operand lost its minus; finite differences disagree
import torch
import torch.nn as nn


class MarginGap(torch.autograd.Function):
    @staticmethod
    def forward(ctx, positive, negative, margin):
        gap = margin - (positive - negative)
        active = gap > 0
        ctx.save_for_backward(active)
        return gap.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_out):
        (active,) = ctx.saved_tensors
        grad = grad_out * active
        return grad, grad, None  # HAZARD GL804


class Ranker(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.score = nn.Linear(dim, 1)

    def forward(self, pos, neg, margin=1.0):
        return MarginGap.apply(self.score(pos).squeeze(-1), self.score(neg).squeeze(-1), margin).mean()


def numeric(f, x, eps=1e-6):
    out = torch.zeros_like(x)
    for i in range(x.numel()):
        e = torch.zeros_like(x).view(-1)
        e[i] = eps
        e = e.view_as(x)
        out.view(-1)[i] = (f(x + e) - f(x - e)) / (2 * eps)
    return out


if __name__ == "__main__":
    torch.manual_seed(0)
    p = torch.zeros(3, dtype=torch.float64, requires_grad=True)
    n = torch.full((3,), 0.2, dtype=torch.float64)
    loss = lambda v: MarginGap.apply(v, n, 1.0).sum()
    loss(p).backward()
    fd = numeric(lambda v: loss(v).detach(), p.detach())
    assert torch.allclose(p.grad, -fd) and not torch.allclose(p.grad, fd)
