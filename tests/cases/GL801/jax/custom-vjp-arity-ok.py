# framework: jax
# verdict: clean
# seen: three cotangents, one of them None
from functools import partial

import jax
import jax.numpy as jnp
from jax.test_util import check_grads


@partial(jax.custom_vjp, nondiff_argnums=(3,))
def scale_norm(x, gain, mask, eps):
    return gain * mask * x / jnp.sqrt(jnp.mean(x**2) + eps)


def scale_norm_fwd(x, gain, mask, eps):
    inv = 1.0 / jnp.sqrt(jnp.mean(x**2) + eps)
    return gain * mask * x * inv, (x, inv, gain, mask)


def scale_norm_bwd(eps, residuals, g):
    x, inv, gain, mask = residuals
    upstream = g * mask
    dx = gain * inv * (upstream - x * inv**2 * jnp.mean(upstream * x))
    return dx, jnp.sum(upstream * x * inv), None


scale_norm.defvjp(scale_norm_fwd, scale_norm_bwd)
mask = jnp.array([1.0, 0.0, 1.0])
check_grads(
    lambda x, gain: jnp.sum(scale_norm(x, gain, mask, 1e-5) ** 2),
    (jnp.array([1.0, 2.0, 4.0]), jnp.array(1.5)), order=1, modes=["rev"], atol=1e-2, rtol=1e-2,
)
print("OBSERVED clean", "three cotangents, one of them None")
