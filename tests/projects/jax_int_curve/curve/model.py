import jax.numpy as jnp


def polynomial(coefficients, t):
    powers = t[:, None] ** jnp.arange(coefficients.shape[0])
    return powers @ coefficients
