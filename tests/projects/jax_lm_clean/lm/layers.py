import jax
import jax.numpy as jnp


def dense_init(key, a, b):
    return {"w": jax.random.normal(key, (a, b)) * a ** -0.5, "b": jnp.zeros(b)}


def dense(p, x):
    return x @ p["w"] + p["b"]


def layer_norm(p, x):
    mean = x.mean(-1, keepdims=True)
    std = jnp.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-6)
    return p["scale"] * (x - mean) / (std + 1e-6)


def attention(p, x, mask):
    q, k, v = dense(p["q"], x), dense(p["k"], x), dense(p["v"], x)
    scores = q @ k.swapaxes(-1, -2) / jnp.sqrt(q.shape[-1])
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e9))
    return dense(p["o"], weights @ v)
