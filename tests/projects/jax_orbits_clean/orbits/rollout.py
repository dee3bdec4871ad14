from functools import partial

import jax
import jax.numpy as jnp

from orbits.forces import gravity


@partial(jax.jit, static_argnames="steps")
def rollout(position, velocity, mass, dt, steps):
    def leap(state, _):
        here, speed = state
        speed = speed + dt * gravity(here, mass)
        here = here + dt * speed
        return (here, speed), here

    (_, _), path = jax.lax.scan(leap, (position, velocity), None, length=steps)
    return path


def distance_to(path, target):
    return jnp.mean((path - target) ** 2)
