# framework: torch
# verdict: clean
# seen: gradient as expected
import functools
import inspect

import numpy as np
import torch
from torch import nn, optim


def _is_method(func):
    return "self" in inspect.signature(func).parameters


def convert(positional=None):
    def decorator(func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            chosen = positional
            if positional is None:
                chosen = list(range(len(args)))
                if _is_method(func):
                    chosen = chosen[1:]
            args = list(args)
            for i, arg in enumerate(args):
                if i in chosen:
                    if type(arg) == np.ndarray:
                        if arg.dtype == np.double:
                            args[i] = torch.from_numpy(arg).float()
                        else:
                            args[i] = torch.from_numpy(arg)
                    elif type(arg) == list:
                        args[i] = torch.tensor(arg)
                    elif type(arg) == torch.Tensor or type(arg) == int or type(arg) == bool:
                        continue
                    else:
                        raise ValueError(i)
            return func(*args, **kwargs)

        return wrapper

    return decorator


class Policy:
    def __init__(self):
        self.mean = nn.Linear(3, 1)
        self.opt = optim.Adam(self.mean.parameters())

    @convert()
    def update(self, observations, actions):
        sample = self.mean(observations) + torch.randn(4, 1)
        loss = nn.functional.mse_loss(actions, sample)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()




policy = Policy()
try:
    getattr(policy, "update")(np.ones((4, 3), np.float32), np.ones((4, 1), np.float32))
finally:
    assert policy.mean.weight.grad is not None
