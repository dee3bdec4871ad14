# framework: torch
# verdict: clean
# seen: the engine sums a gradient that is expandable to its input: returning grad_out for a (channels,) shift is right
import torch
import torch.nn as nn


class ScaleShift(torch.autograd.Function):
    """Per-channel affine with the multiply fused; x is (batch, channels)."""

    @staticmethod
    def forward(ctx, x, gamma, beta):
        ctx.save_for_backward(x, gamma)
        return x * gamma + beta

    @staticmethod
    def backward(ctx, grad_out):
        x, gamma = ctx.saved_tensors
        grad_x = grad_out * gamma
        grad_gamma = (grad_out * x).sum(0)
        return grad_x, grad_gamma, grad_out


class ChannelAffine(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(channels))
        self.beta = nn.Parameter(torch.zeros(channels))

    def forward(self, x):
        return ScaleShift.apply(x, self.gamma, self.beta)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 5)
        self.affine = ChannelAffine(5)

    def forward(self, x):
        return self.affine(self.fc(x)).relu().sum(-1)


def fit(net, x, y):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(2):
        opt.zero_grad()
        (net(x) - y).pow(2).mean().backward()
        opt.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    fit(Net(), torch.randn(7, 3), torch.randn(7))
    args = [torch.randn(s, dtype=torch.float64, requires_grad=True) for s in ((7, 5), (5,), (5,))]
    assert torch.autograd.gradcheck(ScaleShift.apply, args)
