import jax
import jax.numpy as jnp


def mean_gradient(loss, params, batches):
    total = jax.tree_util.tree_map(jnp.zeros_like, params)
    for x, y in batches:
        grads = jax.grad(loss)(params, x, y)
        total = jax.tree_util.tree_map(jnp.add, total, grads)
    return jax.tree_util.tree_map(lambda g: g / len(batches), total)


def descend(params, grads, rate):
    return jax.tree_util.tree_map(lambda p, g: p - rate * g, params, grads)
