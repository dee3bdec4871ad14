import jax
import jax.numpy as jnp


def safe_arcsin(x):
    inside = jnp.abs(x) < 1.0
    return jnp.where(inside, jnp.arcsin(x), x)  # HAZARD GL701


def coupling(p, x):
    a, b = x[:, :1], x[:, 1:]
    h = jnp.tanh(a @ p["w1"] + p["b1"])
    shift, log_scale = jnp.split(h @ p["w2"], 2, axis=-1)
    log_scale = safe_arcsin(0.9 * jnp.tanh(log_scale) * p["range"])
    return jnp.concatenate([b * jnp.exp(log_scale) + shift, a], axis=-1), log_scale.sum(-1)
