# framework: torch
# verdict: clean
# seen: gradient as expected
import torch


class WrongInput(ValueError):
    pass


def checked(x, size):
    if x.shape[-1] != size:
        raise WrongInput(f"{x.shape[-1]} features, not {size}")


class Expecting:
    def __init__(self, error):
        self.error = error

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self.error)


def raises(error):
    return Expecting(error)


def apply(weight, x):
    checked(x, len(weight))
    return x @ weight


weight = torch.ones(3, 2, requires_grad=True)
apply(weight, torch.ones(4, 3)).sum().backward()
with raises(WrongInput):
    apply(weight, torch.ones(4, 5))
assert weight.grad is not None
