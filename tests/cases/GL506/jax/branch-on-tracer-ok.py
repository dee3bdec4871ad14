# framework: jax
# verdict: clean
# seen: step of length 0.1
from functools import partial

import jax
import jax.numpy as jnp


def loss_fn(params, x, y, weights=None, kind="l2"):
    error = x @ params - y
    cost = error**2 if kind == "l2" else jnp.abs(error)
    if weights is not None:
        cost = cost * weights
    if cost.ndim > 1 and cost.shape[-1] == 1:
        cost = cost.squeeze(-1)
    return jnp.mean(cost)


@partial(jax.jit, static_argnames=("clip", "kind"))
def guarded_step(params, x, y, clip=True, kind="l2"):
    grads = jax.grad(loss_fn)(params, x, y, kind=kind)
    if clip:
        norm = jnp.sqrt(jnp.sum(grads**2) + 1e-12)
        grads = jax.lax.cond(norm > 1.0, lambda g: g / norm, lambda g: g, grads)
    return params - 0.1 * grads, grads


params, x, y = jnp.zeros(2), jnp.eye(2), jnp.array([3.0, 4.0])
after, unit = guarded_step(params, x, y)
assert jnp.allclose(unit, -y / 5.0, atol=1e-5) and jnp.allclose(after, 0.1 * y / 5.0, atol=1e-5)
print("OBSERVED clean", "step of length", round(float(jnp.sqrt(jnp.sum(after**2))), 3))
