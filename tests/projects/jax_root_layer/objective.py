import jax.numpy as jnp

from deq import predict


def loss_fn(params, x, y):
    residual = predict(params, x) - y  # HAZARD column-minus-row GL510
    return jnp.mean(residual ** 2)
