"""Reproductions written for NumPy: nothing asks for a gradient by itself, the code under test does."""

from __future__ import annotations

from ...inputs.spec import Spec
from . import Dialect

_SURROGATE = '''
class Surrogate:
    """Stands for a function that is not there: smooth, and keeps the shape of what it is given."""

    made_up = True

    def __init__(self, returns="same", **attributes):
        self.returns = returns
        vars(self).update(attributes)

    def __call__(self, *given, **named):
        first = next((one for one in (*given, *named.values()) if hasattr(one, "shape")), np.ones((2, 8)))
        return np.tanh(0.7 * first + 0.1)
'''


def _tensor(spec: Spec) -> str:
    shape = str(spec.shape)
    if spec.numbers is not None:
        return f"np.array({list(spec.numbers)}).reshape({shape})"
    if spec.dtype == "long":
        return f"np.random.randint(0, {spec.value or 2}, {shape})"
    if spec.dtype == "bool":
        return f"np.random.random_sample({shape}) > 0.5"
    return f"0.1 + 0.8 * np.random.random_sample({shape})"


def _ask(call: str, sources: list[str]) -> str:
    return f"result = {call}"


NUMPY = Dialect(
    header="import numpy as np\nnp.random.seed(0)\n{double}",
    double="pass",
    total="",
    surrogate=_SURROGATE,
    module="object",
    tensor=_tensor,
    ask=_ask,
    copy="{}",
    generator="np.random.default_rng(0)",
    optimizer="None",
    frameworks=frozenset({"numpy"}),
)
