from contextlib import ExitStack, contextmanager
from functools import wraps

import torch


@contextmanager
def evaluating(model):
    with ExitStack() as stack:
        stack.enter_context(torch.no_grad())
        before = model.training
        model.eval()
        stack.callback(model.train, before)
        yield model


def in_evaluation(method):
    @wraps(method)
    def wrapper(self, *args, **kwargs):
        with evaluating(self.model):
            return method(self, *args, **kwargs)
    return wrapper
