# framework: jax
# verdict: clean
# seen: rows weighed
from functools import partial

import jax
import jax.numpy as jnp
from jax.test_util import check_grads


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def smooth_abs(x, width):
    return jnp.sqrt(x**2 + width**2)


def smooth_abs_fwd(x, width):
    return smooth_abs(x, width), x


def smooth_abs_bwd(width, x, g):
    slope = x / jnp.sqrt(x**2 + width**2)
    return (jnp.multiply(slope, g),)


smooth_abs.defvjp(smooth_abs_fwd, smooth_abs_bwd)
weights = jnp.array([1.0, 10.0, 0.1])


def loss(theta, data):
    return jnp.sum(weights * smooth_abs(data - theta, 0.5))


data = jnp.array([0.2, 1.5, -0.7])
check_grads(lambda t: loss(t, data), (0.3,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
assert jax.grad(loss)(0.3, data) != 0.0
print("OBSERVED clean", "rows weighed")
