# framework: jax
# verdict: clean
# seen: under vmap only what depends on the mapped argument has no value
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Particles(NamedTuple):
    births: jax.Array
    deaths: jax.Array


class Run(NamedTuple):
    particles: Particles


def alive(run):
    births = jnp.column_stack((run.particles.births, jnp.ones_like(run.particles.births)))
    deaths = jnp.column_stack((run.particles.deaths, -jnp.ones_like(run.particles.deaths)))
    events = jnp.concatenate([births, deaths])
    steps = events[:, 1][jnp.lexsort((events[:, 1], events[:, 0]))]
    return jnp.cumsum(steps)[steps == -1] + 1


def weights(key, run):
    order = jnp.argsort(run.particles.deaths)
    ordered = jax.tree.map(lambda each: each[order], run)
    return jax.random.uniform(key, (3,)) / alive(ordered)


run = Run(Particles(jnp.zeros(3), jnp.arange(1.0, 4.0)))
print(jax.vmap(lambda key: weights(key, run))(jax.random.split(jax.random.key(0), 4)))
