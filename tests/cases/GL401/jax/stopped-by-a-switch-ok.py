# framework: jax
# verdict: clean
# seen: the density learns through its samples; its parameters can be held by an option
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Parameters(NamedTuple):
    mean: jax.Array
    scale: jax.Array


def draw(key, parameters):
    return parameters.mean + parameters.scale * jax.random.normal(key, (8, 2))


def density(parameters):
    def of(place):
        distance = (place - parameters.mean) / parameters.scale
        return -jnp.sum(jnp.log(parameters.scale)) - 0.5 * jnp.sum(distance**2)

    return of


def step(key, parameters, held=True):
    def objective(parameters):
        places = draw(key, parameters)
        kept = jax.lax.stop_gradient(parameters) if held else parameters
        return jnp.mean(jax.vmap(density(kept))(places) + jnp.sum(places**2, axis=-1))

    return jax.grad(objective)(parameters)


print(step(jax.random.key(0), Parameters(jnp.zeros(2), jnp.ones(2))))
