# framework: jax
"""One half of the condition is a traced array, the other a plain number: `&` takes both only as truths."""

import jax
import jax.numpy as jnp


@jax.jit
def doubled_if_long(values, length):
    total = jnp.sum(values)
    if total > 0 and length > 2:
        return total * 2
    else:
        return total


def loss(values):
    return doubled_if_long(values, 3)


slope = jax.grad(loss)(jnp.ones(3))
