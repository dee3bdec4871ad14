# framework: torch
# verdict: clean
# seen: gradient as expected
"""Quantised layers hand out a scale beside their output: the scale is a statistic, the output carries the gradient."""

import os

import torch
from torch import nn


class QuantLinear(nn.Module):
    def __init__(self, n_in, n_out, bits=8):
        super().__init__()
        self.weight = nn.Parameter(0.3 * torch.randn([n_out, n_in]))
        self.weight_scaling_factor = nn.Buffer(torch.zeros(1))
        self.bits = bits
        self.weight_function = SymmetricQuantFunction.apply

    def forward(self, x):
        w = self.weight
        spread = w.data.detach().abs().max().expand(1)
        self.weight_scaling_factor = spread / (2 ** (self.bits - 1) - 1)
        integers = self.weight_function(self.weight, self.bits, self.weight_scaling_factor)
        return nn.functional.linear(x, integers) * self.weight_scaling_factor, self.weight_scaling_factor


class SymmetricQuantFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, bits, scale):
        ctx.scale = scale
        limit = 2 ** (bits - 1) - 1
        return torch.clamp(torch.round(x / scale), -limit, limit - 1)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.clone() / ctx.scale, None, None


class QuantNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.out = QuantLinear(6, 8), QuantLinear(8, 1)

    def forward(self, x):
        hidden, scale = self.query(x)
        output, out_scale = self.out(torch.tanh(hidden))
        return output, scale * out_scale


if __name__ == "__main__":
    torch.manual_seed(0)
    net = globals()[os.environ.get("NET", "QuantNet")]()
    x = torch.rand(16, 6)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    history = []
    for _ in range(40):
        opt.zero_grad()
        loss = (net(x)[0] - x.sum(1, keepdim=True)).square().mean()
        loss.backward()
        opt.step()
        history.append(loss.item())
    print("OBSERVED", "clean" if history[-1] < 0.5 * history[0] else "wrong")
