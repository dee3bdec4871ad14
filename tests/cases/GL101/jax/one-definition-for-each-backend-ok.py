# framework: jax
# verdict: clean
# seen: where the definition of NumPy is in force, nothing is traced
import os

import numpy as np
import scipy.optimize

use_jax = os.environ.get("BACKEND") != "numpy"
if use_jax:
    import jax
    import jax.numpy as jnp

    def root(function, start, rate):
        for _ in range(4):
            start = start - function(start, rate) / jax.grad(function)(start, rate)
        return start
else:
    jnp = np

    def root(function, start, rate):
        return scipy.optimize.root(function, start, (rate,)).x[0]


def solve(rate):
    return root(lambda place, rate: place**3 - rate, 1.0, rate)


if use_jax:
    print(jax.grad(solve)(2.0))
