import jax.numpy as jnp


def initial_guess(order):
    return jnp.arange(1, order + 2)  # HAZARD integer-start GL302


def uniform_guess(order):
    return jnp.full(order + 1, 0.5)
