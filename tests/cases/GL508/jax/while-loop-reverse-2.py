# framework: jax
# verdict: raises
# seen: ValueError: Reverse-mode differentiation does not work for lax.while_loop
import jax
import jax.numpy as jnp
from jax import lax


def decay(rate, y0, steps):
    return lax.fori_loop(0, steps, lambda i, y: y - 0.1 * rate * y, y0)  # HAZARD GL508


@jax.jit
def rate_slope(rate, y0, steps):
    return jax.grad(lambda r: jnp.sum(decay(r, y0, steps)))(rate)


print(rate_slope(0.7, jnp.array([1.0, 2.0]), 10))
