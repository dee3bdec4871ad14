import jax
import jax.numpy as jnp

from curve.model import polynomial


def residual_loss(coefficients, t, y):
    return jnp.mean((polynomial(coefficients, t) - y) ** 2)


def fit(coefficients, t, y, rate, steps):
    slope = jax.grad(residual_loss)
    for _ in range(steps):
        coefficients = coefficients - rate * slope(coefficients, t, y)
    return coefficients
