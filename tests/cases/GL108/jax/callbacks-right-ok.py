# framework: jax
# verdict: clean
# seen: callbacks on the path have rules of their own; the others only watch
"""Host callbacks done right: a simulator behind a custom VJP, logging by debug.callback, progress on stopped values."""
import time
from collections import defaultdict

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

CURVES = defaultdict(list)


def heat_host(u, k):
    u = np.asarray(u)
    lap = np.roll(u, 1) + np.roll(u, -1) - 2 * u
    return (u + np.asarray(k) * lap).astype(np.float32)


def heat_host_vjp(u, k, ct):
    u, ct = np.asarray(u), np.asarray(ct)
    lap = np.roll(u, 1) + np.roll(u, -1) - 2 * u
    lap_ct = np.roll(ct, 1) + np.roll(ct, -1) - 2 * ct
    return (ct + np.asarray(k) * lap_ct).astype(np.float32), np.float32(lap @ ct)


@jax.custom_vjp
def heat(u, k):
    return jax.pure_callback(heat_host, jax.ShapeDtypeStruct(u.shape, u.dtype), u, k)


def heat_fwd(u, k):
    return heat(u, k), (u, k)


def heat_bwd(saved, ct):
    u, k = saved
    shapes = jax.ShapeDtypeStruct(u.shape, u.dtype), jax.ShapeDtypeStruct((), jnp.float32)
    return jax.pure_callback(heat_host_vjp, shapes, u, k, ct)


heat.defvjp(heat_fwd, heat_bwd)


def record(name, value):
    CURVES[name].append((time.time(), float(value)))


def loss(k, u, goal, steps=3):
    for i in range(steps):
        u = heat(u, k)
        jax.debug.print("step {i} max {m}", i=i, m=u.max())
    value = jnp.mean((u - goal) ** 2)
    jax.debug.callback(record, "mse", value)
    io_callback(lambda v: record("progress", v), None, jax.lax.stop_gradient(value))
    return value


if __name__ == "__main__":
    u = jnp.sin(jnp.arange(8.0))
    goal = 0.5 * u
    k = jnp.float32(0.1)
    g = jax.jit(jax.grad(loss))(k, u, goal)
    fd = (loss(k + 1e-2, u, goal) - loss(k - 1e-2, u, goal)) / 2e-2
    jax.effects_barrier()
    assert abs(g - fd) < 2e-2 * abs(fd) and CURVES["mse"] and CURVES["progress"]
