import jax
import jax.numpy as jnp

from topics.registry import loss


@loss("reconstruction")
def reconstruction(decoded, words, bias):
    logits = jax.lax.stop_gradient(decoded + bias)  # HAZARD stopped-logits GL401
    return -jnp.mean(jnp.sum(words * jax.nn.log_softmax(logits), axis=-1)) + 1e-3 * jnp.sum(decoded ** 2)


@loss("poisson")
def poisson(decoded, words, bias):
    rate = jnp.exp(decoded + bias)
    return jnp.mean(rate - words * (decoded + bias))
