import jax
import jax.numpy as jnp

from physics.solver import concentrations


def misfit(params, start, times, measured):
    return jnp.mean((concentrations(params, start, times) - measured) ** 2)


def descend(params, *data, rate=0.5, steps=10):
    gradient = jax.grad(misfit)
    for _ in range(steps):
        grads = gradient(params, *data)
        params = {k: params[k] - rate * grads[k] for k in params}
    return params
