# framework: jax
# verdict: raises
# seen: TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on traced array
import jax
import jax.numpy as jnp
import numpy as np


def hinge(x):
    return np.where(x > 0, x, 0.0).sum()  # HAZARD GL101


print(jax.grad(hinge)(jnp.array([0.5, -1.0, 2.0])))
