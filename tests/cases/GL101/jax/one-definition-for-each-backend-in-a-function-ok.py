# framework: jax
# verdict: clean
# seen: where the definition of NumPy is in force, nothing is traced
import os

import numpy as np

use_jax = os.environ.get("BACKEND") != "numpy"
if use_jax:
    import jax


def make_length():
    if use_jax:
        import jax.numpy as jnp

        def length(values):
            return jnp.sqrt((values**2).sum())
    else:

        def length(values):
            return float(np.linalg.norm(np.asarray(values)))

    return length


length = make_length()


def half(values):
    return length(values) * 0.5


if use_jax:
    print(jax.grad(half)(np.ones(4, dtype="float32")))
