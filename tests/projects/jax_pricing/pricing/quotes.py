from dataclasses import dataclass

import jax.numpy as jnp


@dataclass
class Quotes:
    spot: float
    time: float
    strikes: jnp.ndarray
    prices: jnp.ndarray


def example():
    strikes = jnp.linspace(0.8, 1.2, 6)
    return Quotes(1.0, 0.5, strikes, jnp.maximum(1.05 - strikes, 0.02))
