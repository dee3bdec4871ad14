import jax
import jax.numpy as jnp


def init_guide(dim):
    return {"mean": jnp.zeros(dim), "raw": jnp.full(dim, -1.0)}


def draw(guide, key, n):
    scale = jax.nn.softplus(guide["raw"])
    noise = jax.random.normal(key, (n,) + guide["mean"].shape)
    return guide["mean"] + scale * noise


def entropy(guide):
    return jnp.sum(jnp.log(jax.nn.softplus(guide["raw"]) + 1e-8))
