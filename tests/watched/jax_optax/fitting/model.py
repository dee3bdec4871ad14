import jax
import jax.numpy as jnp


def init(key):
    a, b = jax.random.split(key)
    return {
        "hidden": {"w": jax.random.normal(a, (3, 16)) * 0.3, "b": jnp.zeros(16)},
        "out": {"w": jax.random.normal(b, (16, 1)) * 0.3, "b": jnp.zeros(1)},
    }


def apply(params, x):
    h = jnp.tanh(x @ params["hidden"]["w"] + params["hidden"]["b"])
    return h @ params["out"]["w"] + params["out"]["b"]
