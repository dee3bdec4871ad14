import jax
import jax.numpy as jnp


def log_joint(weights, x, y):
    logits = x @ weights
    likelihood = jnp.sum(y * jax.nn.log_sigmoid(logits) + (1 - y) * jax.nn.log_sigmoid(-logits))
    return likelihood - 0.5 * jnp.sum(weights ** 2)
