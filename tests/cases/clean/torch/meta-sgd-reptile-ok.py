# framework: torch
# verdict: clean
# seen: learnt inner rates through functional_call, Reptile writes by lerp under no_grad, ANIL adapts the head only
import copy
from collections.abc import Iterator

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call


def tasks(seed=0) -> Iterator[tuple[torch.Tensor, ...]]:
    g = torch.Generator().manual_seed(seed)
    while True:
        amp, phase = torch.rand(1, generator=g) * 2 + 0.5, torch.rand(1, generator=g) * 3
        x = torch.rand(20, 1, generator=g) * 6 - 3
        y = amp * torch.sin(x + phase)
        yield x[:10], y[:10], x[10:], y[10:]


class MetaSGD(nn.Module):
    def __init__(self, net, lr=0.05):
        super().__init__()
        self.net = net
        self.lrs = nn.ParameterDict({k.replace(".", "_"): nn.Parameter(torch.full_like(p, lr)) for k, p in net.named_parameters()})

    def adapt(self, x, y, steps=1, only=None):
        fast = dict(self.net.named_parameters())
        for _ in range(steps):
            loss = F.mse_loss(functional_call(self.net, fast, (x,)), y)
            names = [k for k in fast if only is None or k.startswith(only)]
            grads = torch.autograd.grad(loss, [fast[k] for k in names], create_graph=True)
            fast = fast | {k: fast[k] - self.lrs[k.replace(".", "_")] * g for k, g in zip(names, grads)}
        return fast

    def forward(self, xs, ys, xq, yq, **kw):
        fast = self.adapt(xs, ys, **kw)
        return F.mse_loss(functional_call(self.net, fast, (xq,)), yq)


def make():
    return nn.Sequential(nn.Linear(1, 24), nn.Tanh(), nn.Linear(24, 24), nn.Tanh(), nn.Linear(24, 1))


def train_meta(iters=40, per=3):
    torch.manual_seed(0)
    meta, stream = MetaSGD(make()), tasks()
    opt = torch.optim.Adam(meta.parameters(), lr=5e-3)
    log = []
    for it in range(iters):
        opt.zero_grad()
        total = 0.0
        for _, task in zip(range(per), stream):
            loss = meta(*task, steps=1 + it % 2)
            (loss / per).backward()
            total += loss.item() / per
        nn.utils.clip_grad_value_(meta.parameters(), 1.0)
        opt.step()
        log.append(total)
    assert all(p.grad.abs().sum() > 0 for p in meta.lrs.values())
    return log


def train_anil(iters=10):
    torch.manual_seed(0)
    meta, stream = MetaSGD(make()), tasks(1)
    opt = torch.optim.SGD(meta.net.parameters(), lr=1e-2)
    for _ in range(iters):
        losses = [meta(*next(stream), only="4") for _ in range(2)]
        opt.zero_grad()
        torch.stack(losses).mean().backward()
        opt.step()
    assert meta.net[0].weight.grad.abs().sum() > 0


def train_reptile(iters=30, inner=5, eps=0.3):
    torch.manual_seed(0)
    net, stream = make(), tasks(2)
    log = []
    for it in range(iters):
        xs, ys, xq, yq = next(stream)
        fast = copy.deepcopy(net)
        opt = torch.optim.SGD(fast.parameters(), lr=0.05)
        for _ in range(inner):
            loss = F.mse_loss(fast(xs), ys)
            opt.zero_grad()
            loss.backward()
            opt.step()
        with torch.no_grad():
            for p, q in zip(net.parameters(), fast.parameters()):
                p.lerp_(q, eps * (1 - it / iters))
            log.append(F.mse_loss(fast(xq), yq).item())
    return log


def fomaml_grads(net, xs, ys, xq, yq, lr=0.05):
    """First order: gradients at the adapted weights, written back as if taken at the start."""
    params = {k: v.detach().requires_grad_() for k, v in net.named_parameters()}
    g = torch.autograd.grad(F.mse_loss(functional_call(net, params, (xs,)), ys), list(params.values()))
    fast = {k: (v - lr * gi).detach().requires_grad_() for (k, v), gi in zip(params.items(), g)}
    g2 = torch.autograd.grad(F.mse_loss(functional_call(net, fast, (xq,)), yq), list(fast.values()))
    for p, gi in zip(net.parameters(), g2):
        p.grad = gi.clone() if p.grad is None else p.grad.add_(gi)


if __name__ == "__main__":
    log = train_meta()
    assert sum(log[-10:]) < sum(log[:10])
    train_anil()
    assert len(train_reptile()) == 30
    net = make()
    for _ in range(2):
        fomaml_grads(net, *next(tasks()))
    assert net[0].weight.grad.abs().sum() > 0
