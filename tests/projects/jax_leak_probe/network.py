import jax
import jax.numpy as jnp

from probes import PROBE


def init(key, dim, hidden):
    a, b = jax.random.split(key)
    return {"in": jax.random.normal(a, (dim, hidden)) / dim ** 0.5, "out": jax.random.normal(b, (hidden,)) / hidden ** 0.5}


def forward(params, x):
    hidden = jax.nn.gelu(x @ params["in"])
    PROBE.record("activity", jnp.mean(jnp.abs(hidden)))
    return hidden @ params["out"]
