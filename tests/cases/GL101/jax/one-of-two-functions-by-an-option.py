# framework: jax
# verdict: raises
# seen: TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on traced array
import sys

import jax
import jax.numpy as jnp
import numpy as np


def smooth(values):
    return jnp.tanh(values)


def clipped(values):
    return np.clip(values, -1.0, 1.0)  # HAZARD GL101


bounded = smooth if len(sys.argv) > 2 else clipped


@jax.jit
def energy(values):
    return bounded(values).sum()


print(energy(jnp.ones(3)))
