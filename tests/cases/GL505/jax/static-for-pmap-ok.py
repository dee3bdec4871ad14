# framework: jax
# verdict: clean
# seen: True
"""What is static for pmap, or static by its position and given by its name; numbers of samples and of devices."""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.pmap, axis_name="d", static_broadcasted_argnums=(1, 2))
def noisy(x, steps, kind):
    devices = jax.lax.psum(1, "d")
    assert devices == jax.local_device_count()
    for _ in range(steps):
        x = x * 2.0 if kind == "double" else x + 1.0
    return x


@functools.partial(jax.jit, static_argnums=(1, 2))
def score(w, squared=False, bins=8):
    grid = jnp.linspace(w.min(), w.max(), bins)
    return jnp.sum(grid**2) if squared else jnp.sum(grid)


def gated(w, x, frozen):
    h = w * x
    if frozen:
        h = jax.lax.stop_gradient(h)
    return jnp.sum(h * w)


def through(w, v):
    hard = jnp.round(w)
    return jnp.sum(jax.lax.stop_gradient(hard - v) + v)


row = jnp.ones((jax.local_device_count(), 3))
assert float(noisy(row, 2, "double").max()) == 4.0
assert bool(jnp.any(jax.grad(lambda w: score(w, squared=True))(jnp.arange(3.0)) != 0))
assert bool(jnp.any(jax.grad(gated)(jnp.ones(3), jnp.arange(3.0), False) != 0))
assert jax.grad(through, argnums=1)(jnp.ones(2), jnp.ones(2)).tolist() == [1.0, 1.0]
print("OBSERVED clean")
