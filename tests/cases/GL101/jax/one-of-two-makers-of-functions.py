# framework: jax
# verdict: raises
# seen: TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on traced array
import sys

import jax
import jax.numpy as jnp
import numpy as np


def make_smooth():
    def penalty(values):
        return jnp.tanh(values).sum()

    return penalty


def make_bounded():
    def penalty(values):
        return np.clip(values, -1.0, 1.0).sum()  # HAZARD GL101

    return penalty


penalty = make_smooth() if len(sys.argv) > 2 else make_bounded()


@jax.jit
def energy(values):
    return penalty(values) * 0.5


print(energy(jnp.ones(3)))
