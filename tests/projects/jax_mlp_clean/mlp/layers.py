import jax
import jax.numpy as jnp


def init_params(key, sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    return [(jax.random.normal(k, (a, b)) * (1.0 / a) ** 0.5, jnp.zeros(b)) for k, a, b in zip(keys, sizes[:-1], sizes[1:])]


def apply_mlp(params, x, *, key=None, rate=0.0):
    for w, b in params[:-1]:
        x = jnp.tanh(x @ w + b)
        if key is not None and rate > 0:
            key, sub = jax.random.split(key)
            keep = jax.random.bernoulli(sub, 1 - rate, x.shape)
            x = jnp.where(keep, x / (1 - rate), 0.0)
    w, b = params[-1]
    return x @ w + b
