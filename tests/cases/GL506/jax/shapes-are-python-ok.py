# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
from jax import lax


def expanded(expected, given, start):
    shape = expected[:start] + lax.broadcast_shapes(expected[start:], tuple(given))
    return [size for size in reversed(shape) if size != 1]


def mean(x, y, expected):
    if expanded(expected, jnp.shape(y), 1)[0] > 2:
        return jnp.mean(x + y)
    return jnp.sum(x + y)


step = jax.jit(jax.grad(mean), static_argnums=2)
assert float(step(jnp.ones((2, 3)), jnp.ones((2, 3)), (2, 3)).sum()) == 1.0
