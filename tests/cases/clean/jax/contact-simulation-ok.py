# framework: jax
# verdict: clean
# seen: gradients through time with cond, where and clip; integers count, floats flow
"""Bouncing ball and cart-pole through time: lax.cond for contact, soft penalties, trajectory optimisation by gradient."""
import dataclasses
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.tree_util.register_dataclass, data_fields=["pos", "vel", "hits"], meta_fields=[])
@dataclasses.dataclass(frozen=True)
class Body:
    pos: jax.Array
    vel: jax.Array
    hits: jax.Array


def bounce(body, restitution):
    vel = jnp.where(body.vel < 0, -restitution * body.vel, body.vel)
    return dataclasses.replace(body, vel=vel, hits=body.hits + 1)


def step(body, control, dt=0.05, restitution=0.8):
    vel = body.vel + dt * (control - 9.8)
    body = dataclasses.replace(body, pos=body.pos + dt * vel, vel=vel)
    return jax.lax.cond(body.pos < 0, lambda b: bounce(b, restitution), lambda b: b, body)


def rollout(controls, height):
    start = Body(height, jnp.array(0.0), jnp.array(0))

    def scan_step(body, u):
        body = step(body, 5.0 * jnp.tanh(u))
        return body, body.pos

    final, path = jax.lax.scan(scan_step, start, controls)
    return final, path


def cost(controls, height, goal):
    final, path = rollout(controls, height)
    effort = 1e-3 * jnp.sum(controls**2)
    below = jnp.sum(jax.nn.relu(-path)) * 0.1
    return (final.pos - goal) ** 2 + effort + below, {"hits": final.hits, "lowest": path.min(), "argmin": path.argmin()}


def optimise(height=1.0, goal=0.8, horizon=20, steps=15):
    controls = jnp.zeros(horizon)
    value_and_grad = jax.jit(jax.value_and_grad(cost, has_aux=True))
    history = np.empty((steps, 2))
    for i in range(steps):
        (value, info), g = value_and_grad(controls, height, goal)
        norm = jnp.linalg.norm(g)
        if not np.isfinite(float(norm)) or norm > 1e3:
            g = g * 1e-3
        controls = jnp.clip(controls - 0.5 * g, -3, 3)
        history[i] = float(value), int(info["hits"])
    return history, g


if __name__ == "__main__":
    history, g = optimise()
    assert history[-1, 0] < history[0, 0] and g.any()
    fn = lambda h: cost(jnp.zeros(5), h, 0.8)[0]
    fd = (fn(1.01) - fn(0.99)) / 0.02
    assert abs(jax.grad(fn)(1.0) - fd) < 1e-2
