import contextlib

import torch


@contextlib.contextmanager
def evaluating(module):
    was = module.training
    module.eval()
    try:
        with torch.no_grad():
            yield module
    finally:
        module.train(was)


def split(named, prefix):
    slow = [p for name, p in named if name.startswith(prefix)]
    fast = [p for name, p in named if not name.startswith(prefix)]  # HAZARD GL321
    return slow, fast
