# framework: torch
# verdict: clean
# seen: fast weights are non-leaf on purpose, create_graph kept (or first order with detached grads)
"""MAML on sinusoids; fast weights are ordinary non-leaf tensors on purpose."""
import math

import torch
import torch.nn.functional as F


def init_params(hidden=16):
    shapes = {"w1": (hidden, 1), "b1": (hidden,), "w2": (1, hidden), "b2": (1,)}
    params = {}
    for name, shape in shapes.items():
        t = torch.empty(shape)
        if name.startswith("w"):
            torch.nn.init.kaiming_uniform_(t, a=math.sqrt(5))
        else:
            t.zero_()
        params[name] = t.requires_grad_()
    return params


def net(p, x):
    return F.linear(torch.tanh(F.linear(x, p["w1"], p["b1"])), p["w2"], p["b2"])


def adapt(params, x, y, inner_lr=0.1, steps=2, first_order=False):
    fast = params
    for _ in range(steps):
        loss = F.mse_loss(net(fast, x), y)
        grads = torch.autograd.grad(loss, list(fast.values()), create_graph=not first_order)
        if first_order:
            grads = [g.detach() for g in grads]
        fast = {k: v - inner_lr * g for (k, v), g in zip(fast.items(), grads)}
    return fast


def sample_task(k=10):
    amp, phase = torch.rand(1) * 4 + 0.5, torch.rand(1) * math.pi
    draw = lambda: torch.rand(k, 1) * 10 - 5
    xs, xq = draw(), draw()
    return (xs, amp * torch.sin(xs + phase)), (xq, amp * torch.sin(xq + phase))


def meta_train(iters=4, tasks=3, first_order=False):
    torch.manual_seed(0)
    params = init_params()
    opt = torch.optim.Adam(params.values(), lr=1e-3)
    for _ in range(iters):
        meta = 0.0
        for _ in range(tasks):
            support, query = sample_task()
            fast = adapt(params, *support, first_order=first_order)
            meta = meta + F.mse_loss(net(fast, query[0]), query[1])
        meta = meta / tasks
        opt.zero_grad()
        meta.backward()
        torch.nn.utils.clip_grad_norm_(params.values(), 10.0)
        opt.step()
        print(f"meta loss {meta.item():.3f}")
    return params


if __name__ == "__main__":
    for flag in (False, True):
        params = meta_train(first_order=flag)
        assert all(p.is_leaf and p.grad.abs().sum() > 0 for p in params.values())
