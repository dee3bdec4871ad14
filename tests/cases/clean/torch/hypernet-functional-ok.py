# framework: torch
# verdict: clean
# seen: weights made by a network are non-leaf on purpose; functional calls, weight tying, parametrizations and buffers of masks
import math
from contextlib import ExitStack

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.nn.utils.parametrize as parametrize
from torch.func import functional_call, stack_module_state, vmap


class HyperLinear(nn.Module):
    def __init__(self, d_in, d_out, z=4):
        super().__init__()
        self.shape = (d_out, d_in)
        self.gen = nn.Linear(z, d_out * d_in + d_out)
        nn.init.normal_(self.gen.weight, std=0.1)

    def forward(self, x, code):
        w = self.gen(code)
        weight, bias = w[: math.prod(self.shape)].view(self.shape), w[math.prod(self.shape) :]
        return F.linear(x, weight, bias)


class Hyper(nn.Module):
    def __init__(self, tasks=3, z=4):
        super().__init__()
        self.codes = nn.Embedding(tasks, z)
        self.layers = nn.ModuleList([HyperLinear(2, 8, z), HyperLinear(8, 1, z)])

    def forward(self, x, task):
        code = self.codes.weight[task]
        first, *rest = self.layers
        x = first(x, code)
        for layer in rest:
            x = layer(torch.relu(x), code)
        return x


class Symmetric(nn.Module):
    def forward(self, w):
        return w.triu() + w.triu(1).transpose(-1, -2)

    def right_inverse(self, w):
        return w.triu()


class Pruned(nn.Module):
    def __init__(self, mask):
        super().__init__()
        self.register_buffer("mask", mask)

    def forward(self, w):
        return w * self.mask


class WeightDrop(nn.Module):
    """Recurrent dropout: the raw weight is the parameter, the dropped one is set as a plain attribute."""

    def __init__(self, module, name, p=0.2):
        super().__init__()
        self.module, self.name, self.p = module, name, p
        raw = getattr(module, name)
        del module._parameters[name]
        module.register_parameter(name + "_raw", nn.Parameter(raw.data))

    def forward(self, x):
        raw = getattr(self.module, self.name + "_raw")
        setattr(self.module, self.name, F.dropout(raw, self.p, self.training))
        return self.module(x)


def magnitude_mask(w, keep=0.5):
    k = max(1, int(w.numel() * keep))
    thresh = w.detach().abs().flatten().topk(k).values.min()
    return (w.detach().abs() >= thresh).float()


def ensemble(n=3, steps=10):
    torch.manual_seed(0)
    models = [nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 1)) for _ in range(n)]
    params, buffers = stack_module_state(models)
    base = models[0]

    def call(p, b, x):
        return functional_call(base, (p, b), (x,))

    opt = torch.optim.SGD(params.values(), lr=0.1)
    x = torch.randn(20, 2)
    y = x.prod(-1, keepdim=True)
    for _ in range(steps):
        preds = vmap(call, in_dims=(0, 0, None))(params, buffers, x)
        loss = (preds - y).square().mean((1, 2)).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
    assert all(p.grad is not None for p in params.values())
    return loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    hyper = Hyper()
    opt = torch.optim.Adam(hyper.parameters(), 1e-2)
    x = torch.randn(16, 2)
    for i in range(9):
        opt.zero_grad()
        F.mse_loss(hyper(x, i % 3), x.sum(-1, keepdim=True) * (i % 3)).backward()
        opt.step()
    assert hyper.codes.weight.grad.abs().sum() > 0
    lin = nn.Linear(4, 4)
    parametrize.register_parametrization(lin, "weight", Symmetric())
    parametrize.register_parametrization(lin, "bias", Pruned(magnitude_mask(lin.bias)))
    with parametrize.cached():
        (lin(torch.randn(3, 4)) + lin(torch.randn(3, 4))).sum().backward()
    assert lin.parametrizations.weight.original.grad is not None
    drop = WeightDrop(nn.Linear(3, 2), "weight")
    sgd = torch.optim.SGD(drop.parameters(), lr=0.1)
    drop(torch.randn(5, 3)).square().mean().backward()
    sgd.step()
    assert drop.module.weight_raw.grad is not None
    with ExitStack() as stack:
        stack.enter_context(torch.enable_grad())
        assert ensemble() > 0
