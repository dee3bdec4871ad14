# framework: jax
# verdict: zero
# seen: the whole encoder is frozen by the helper that was meant for the target
"""BYOL-like self-distillation where both branches go through the same frozen projection."""
from functools import partial

import jax
import jax.numpy as jnp


def encode(params, x):
    return jnp.tanh(x @ params["enc"])


def project(params, x, frozen=True):
    z = encode(params, x) @ params["proj"]
    z = z / jnp.sqrt(jnp.sum(z**2, -1, keepdims=True) + 1e-6)
    return jax.lax.stop_gradient(z) if frozen else z  # HAZARD GL401


def similarity(online, target, view_a, view_b, project=project):
    p = project(online, view_a)
    t = project(target, view_b)
    return 2.0 - 2.0 * jnp.mean(jnp.sum(p * t, -1))


@jax.jit
def update(online, target, view_a, view_b):
    grads = jax.grad(similarity)(online, target, view_a, view_b)
    online = jax.tree.map(lambda p, g: p - 0.1 * g, online, grads)
    target = jax.tree.map(lambda t, o: 0.99 * t + 0.01 * o, target, online)
    return online, target, grads


if __name__ == "__main__":
    k = jax.random.split(jax.random.PRNGKey(0), 3)
    online = {"enc": jax.random.normal(k[0], (4, 6)), "proj": jax.random.normal(k[1], (6, 3))}
    x = jax.random.normal(k[2], (8, 4))
    _, _, grads = update(online, online, x, x + 0.1)
    assert not any(g.any() for g in jax.tree.leaves(grads))
    right = jax.grad(partial(similarity, project=partial(project, frozen=False)))(online, online, x, x + 0.1)
    assert right["enc"].any()
