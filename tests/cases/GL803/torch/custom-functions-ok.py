# framework: torch
# verdict: clean
# seen: four correct autograd.Functions (gradcheck / STE / reversal), clamp_ of weights under no_grad after step
import torch
from torch import nn
from torch.autograd import Function
from torch.autograd.function import once_differentiable


class Swish(Function):
    @staticmethod
    def forward(ctx, x, beta):
        s = torch.sigmoid(beta * x)
        ctx.save_for_backward(x, s)
        ctx.beta = beta
        return x * s

    @staticmethod
    def backward(ctx, grad_out):
        x, s = ctx.saved_tensors
        return grad_out * (s + ctx.beta * x * s * (1 - s)), None


class SignSTE(Function):
    @staticmethod
    def forward(ctx, w):
        ctx.save_for_backward(w)
        return w.sign()

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        (w,) = ctx.saved_tensors
        return g.masked_fill(w.abs() > 1, 0.0)


class GradReverse(Function):
    @staticmethod
    def forward(ctx, x, lam):
        ctx.lam = lam
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g.neg().mul_(ctx.lam), None


class AddBias(Function):
    @staticmethod
    def forward(ctx, x, b):
        ctx.set_materialize_grads(False)
        return x + b

    @staticmethod
    def backward(ctx, g):
        if g is None:
            return None, None
        gx = g if ctx.needs_input_grad[0] else None
        gb = g.sum(0) if ctx.needs_input_grad[1] else None
        return gx, gb


class BinaryLinear(nn.Linear):
    def forward(self, x):
        scale = self.weight.abs().mean(dim=1)
        out = nn.functional.linear(x, SignSTE.apply(self.weight)) * scale
        return AddBias.apply(out, self.bias)


class DANN(nn.Module):
    def __init__(self):
        super().__init__()
        self.feat, self.label, self.domain = BinaryLinear(5, 8), nn.Linear(8, 2), nn.Linear(8, 2)

    def forward(self, x, lam):
        h = Swish.apply(self.feat(x), 1.5)
        return self.label(h), self.domain(GradReverse.apply(h, lam))


def train(steps=3):
    torch.manual_seed(0)
    net, ce = DANN(), nn.CrossEntropyLoss()
    opt = torch.optim.SGD(net.parameters(), 0.1)
    for i in range(steps):
        y, d = net(torch.randn(12, 5), lam=i / steps + 0.1)
        loss = ce(y, torch.randint(0, 2, (12,))) + ce(d, torch.randint(0, 2, (12,)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            net.feat.weight.clamp_(-1, 1)
    return net


if __name__ == "__main__":
    assert all(p.grad.abs().sum() > 0 for p in train().parameters())
    x = torch.randn(4, 3, dtype=torch.double, requires_grad=True)
    b = torch.randn(3, dtype=torch.double, requires_grad=True)
    assert torch.autograd.gradcheck(lambda t: Swish.apply(t, 1.5), (x,))
    assert torch.autograd.gradcheck(AddBias.apply, (x, b))
