# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import numpy as np


def mean(values):
    shape = values.shape if hasattr(values, "shape") else np.asarray(values).shape
    return jnp.sum(values) / shape[0]


assert jax.jit(jax.grad(mean))(jnp.ones(4)).sum() == 1.0
