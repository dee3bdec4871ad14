# framework: torch
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import warnings

import torch as th

warnings.filterwarnings("ignore")


def init(n_in, n_out):
    return {
        "w": th.zeros(n_in, n_out, requires_grad=True),
        "b": th.zeros(n_out, requires_grad=True),
    }


def model(params, x):
    return x @ params["w"] + params["b"]


def train(params, batches, lr):
    for x, y in batches:
        loss = (model(params, x) - y).pow(2).mean()
        loss.backward()
        for name in params:
            params[name] = params[name] - lr * params[name].grad  # HAZARD GL305
    return params


th.manual_seed(0)
batches = [(th.randn(8, 3), th.randn(8, 2)) for _ in range(5)]
params = train(init(3, 2), batches, lr=0.1)
print(params["b"])
