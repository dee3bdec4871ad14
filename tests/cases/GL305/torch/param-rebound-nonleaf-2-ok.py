# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th


def init(n_in, n_out):
    return {
        "w": th.zeros(n_in, n_out, requires_grad=True),
        "b": th.zeros(n_out, requires_grad=True),
    }


def model(params, x):
    return x @ params["w"] + params["b"]


def inner(params, x, y, lr, steps=2):
    fast = dict(params)
    for _ in range(steps):
        loss = (model(fast, x) - y).pow(2).mean()
        grads = th.autograd.grad(loss, list(fast.values()), create_graph=True)
        fast = {name: p - lr * g for (name, p), g in zip(fast.items(), grads)}
    return fast


th.manual_seed(0)
params = init(3, 2)
opt = th.optim.SGD(params.values(), lr=0.05)
truth = th.randn(3, 2)
trace = []
for _ in range(40):
    meta = 0.0
    for _ in range(3):
        shift = truth + 0.1 * th.randn(3, 2)
        x_in, x_out = th.randn(8, 3), th.randn(8, 3)
        fast = inner(params, x_in, x_in @ shift, lr=0.1)
        meta = meta + (model(fast, x_out) - x_out @ shift).pow(2).mean()
    opt.zero_grad()
    (meta / 3).backward()
    opt.step()
    trace.append(meta.item())
leaves = all(p.is_leaf and p.grad is not None for p in params.values())
print("OBSERVED", "clean" if leaves and trace[-1] < 0.5 * trace[0] else "wrong")
