# framework: jax
"""A condition on values and on a size, with text and None in between: only part of it is an array."""

import jax
import jax.numpy as jnp


@jax.jit
def pooled(values, mask=None):
    total = jnp.sum(values)
    if values.shape[0] > 2 and total > 0:
        result = total * 2.0
    else:
        result = total
    if mask is not None and total > 1:
        result = result + 1.0
    else:
        result = result - 1.0
    return result


slope = jax.grad(pooled)(jnp.ones(3))
