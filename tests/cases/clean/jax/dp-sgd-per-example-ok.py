# framework: jax
# verdict: clean
# seen: per-example gradients; norms are of gradients and never differentiated
"""Differentially private SGD: per-example gradients with vmap, clipped one by one."""
import math

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.flatten_util import ravel_pytree


def predict(params, x):
    for w, b in params[:-1]:
        x = jnp.maximum(x @ w + b, 0.0)
    return x @ params[-1][0] + params[-1][1]


def example_loss(params, x, y):
    return optax.sigmoid_binary_cross_entropy(predict(params, x)[0], y)


def clipped(params, x, y, limit):
    g = jax.grad(example_loss)(params, x, y)
    flat, unravel = ravel_pytree(g)
    factor = jnp.maximum(jnp.linalg.norm(flat) / limit, 1.0)
    return unravel(flat / factor), jnp.linalg.norm(flat)


def private_gradient(params, key, x, y, limit, sigma):
    grads, norms = jax.vmap(clipped, in_axes=(None, 0, 0, None))(params, x, y, limit)
    leaves, tree = jax.tree.flatten(grads)
    keys = jax.random.split(key, len(leaves))
    noisy = [(g.sum(0) + sigma * limit * jax.random.normal(k, g.shape[1:])) / len(x) for g, k in zip(leaves, keys)]
    return jax.tree.unflatten(tree, noisy), norms


def epsilon(steps, rate, sigma, delta=1e-5):
    return rate * math.sqrt(2 * steps * math.log(1 / delta)) / sigma


def train(steps=4, sigma=0.5):
    rng = np.random.RandomState(0)
    sizes = [4, 8, 1]
    params = [(jnp.array(rng.randn(m, n) / np.sqrt(m), jnp.float32), jnp.zeros(n)) for m, n in zip(sizes, sizes[1:])]
    opt = optax.sgd(0.5, momentum=0.9)
    opt_state = opt.init(params)
    key = jax.random.key(0)
    step_grad = jax.jit(private_gradient)
    limit = 1.0
    for i in range(steps):
        x = rng.randn(32, 4).astype(np.float32)
        y = (x.sum(1) > 0).astype(np.float32)
        key, sub = jax.random.split(key)
        grads, norms = step_grad(params, sub, x, y, limit, sigma)
        updates, opt_state = opt.update(grads, opt_state, params)
        params = optax.apply_updates(params, updates)
        limit = float(np.quantile(np.asarray(norms), 0.5))
    return grads, epsilon(steps, 32 / 1000, sigma)


if __name__ == "__main__":
    grads, eps = train()
    assert eps > 0 and all(bool(jnp.isfinite(g).all()) and float(jnp.abs(g).max()) > 0 for g in jax.tree.leaves(grads))
