# framework: jax
# verdict: clean
# seen: the array is inside an object whose class answers NumPy's functions by itself
import sys
import types

import jax
import jax.numpy as jnp
import numpy as np

labelled = types.ModuleType("labelled")
exec(
    """
import jax.numpy as jnp

class Labelled:
    def __init__(self, names, data):
        self.names, self.data = names, data

    def __sub__(self, other):
        return Labelled(self.names, self.data - other)

    def __array_ufunc__(self, ufunc, method, *inputs):
        return Labelled(self.names, getattr(jnp, ufunc.__name__)(*(each.data for each in inputs)))
""",
    labelled.__dict__,
)
sys.modules["labelled"] = labelled
from labelled import Labelled  # noqa: E402


def loss(x):
    field = Labelled(("row", "column"), x)
    return np.abs(field - 3.0).data.sum()


assert jnp.allclose(jax.grad(loss)(jnp.ones((2, 2))), -1.0)
