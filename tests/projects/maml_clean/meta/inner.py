import torch
from torch.func import functional_call


def adapt(model, params, loss_fn, x, y, rate, steps=1):
    for _ in range(steps):
        loss = loss_fn(functional_call(model, params, (x,)), y)
        grads = torch.autograd.grad(loss, list(params.values()), create_graph=True)
        params = {k: p - rate * g for (k, p), g in zip(params.items(), grads)}
    return params
