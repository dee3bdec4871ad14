# framework: jax
# verdict: wrong
# seen: every row weighs the same
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def smooth_abs(x, width):
    return jnp.sqrt(x**2 + width**2)


def smooth_abs_fwd(x, width):
    return smooth_abs(x, width), x


def smooth_abs_bwd(width, x, g):
    slope = x / jnp.sqrt(x**2 + width**2)
    return (slope,)  # HAZARD GL802


smooth_abs.defvjp(smooth_abs_fwd, smooth_abs_bwd)
weights = jnp.array([1.0, 10.0, 0.1])


def loss(theta, data):
    return jnp.sum(weights * smooth_abs(data - theta, 0.5))


data = jnp.array([0.2, 1.5, -0.7])
got = jax.grad(loss)(0.3, data)
numeric = (loss(0.31, data) - loss(0.29, data)) / 0.02
assert abs(float(got - numeric)) > 1.0
print("OBSERVED wrong", "every row weighs the same")
