# framework: jax
# verdict: clean
# seen: True
"""Python values that stay what they are under vmap and named_call, and questions a tracer can answer."""

import enum
import functools

import jax
import jax.numpy as jnp


class Noise(enum.IntEnum):
    SIGNS = 0
    GAUSS = 1


@jax.named_call
def probe(key, n, kind):
    if kind == Noise.SIGNS:
        return jnp.sign(jax.random.normal(key, (n,)))
    if n > 100:
        raise ValueError("too many")
    return jax.random.normal(key, (n,))


@functools.partial(jax.vmap, in_axes=(0, 0, None, None))
def target(reward, value, double, discount):
    if double:
        value = value * 2.0
    if discount > 1.0:
        raise ValueError("discount")
    return reward + discount * value


def rotation(a, b):
    assert not jnp.iscomplexobj(a)
    if jnp.isrealobj(b) and jnp.issubdtype(b.dtype, jnp.floating):
        return jnp.hypot(a, b)
    return jnp.abs(a)


@jax.jit
def loss(w, reward):
    aim = target(reward, w, True, 0.9)
    return jnp.sum(rotation(w, aim)) + jnp.sum(probe(jax.random.key(0), 3, Noise.GAUSS) * w)


gradient = jax.grad(loss)(jnp.ones(3), jnp.arange(3.0))
assert bool(jnp.all(jnp.isfinite(gradient)))
root = jax.grad(lambda v: (v**2).sum())(jnp.sqrt(jnp.arange(4)))
assert root.shape == (4,)
print("OBSERVED clean")
