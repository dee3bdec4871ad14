# framework: torch
# verdict: caught
# seen: backward returns 1 gradient for 2 inputs (raises); backward ignores grad_output (wrong against autograd)
import torch
import torch.nn as nn
from torch.autograd import Function


class ScaledTanh(Function):
    @staticmethod
    def forward(ctx, x, scale):
        y = torch.tanh(x)
        ctx.save_for_backward(y)
        ctx.scale = scale
        return y * scale

    @staticmethod
    def backward(ctx, grad_output):
        (y,) = ctx.saved_tensors
        return grad_output * (1 - y * y) * ctx.scale  # HAZARD GL801


class Softshrink(Function):
    @staticmethod
    def forward(ctx, x, lam):
        ctx.save_for_backward(x)
        ctx.lam = lam
        return torch.sign(x) * torch.relu(x.abs() - lam)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return (x.abs() > ctx.lam).to(x.dtype), None  # HAZARD GL802


class Net(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.lin, self.kind = nn.Linear(3, 3, dtype=torch.double), kind

    def forward(self, x):
        h = self.lin(x)
        return ScaledTanh.apply(h, 2.0) if self.kind == "tanh" else Softshrink.apply(h, 0.1)


def grad_of(net, x):
    loss = net(x).square().sum()
    net.zero_grad()
    loss.backward()
    return net.lin.weight.grad


if __name__ == "__main__":
    torch.manual_seed(0)
    x = torch.randn(5, 3, dtype=torch.double)
    try:
        grad_of(Net("tanh"), x)
    except RuntimeError as e:
        assert "incorrect number of gradients" in str(e)
    else:
        raise AssertionError
    net = Net("shrink")
    want = torch.autograd.grad(nn.functional.softshrink(net.lin(x), 0.1).square().sum(), net.lin.weight)[0]
    assert not torch.allclose(grad_of(net, x), want)
