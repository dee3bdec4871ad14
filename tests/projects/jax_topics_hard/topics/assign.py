import jax
import jax.numpy as jnp

from topics.registry import assignment


@assignment("soft")
def soft(scores):
    return jax.nn.softmax(scores, axis=-1)


@assignment("hard")
def hard(scores):
    winner = jnp.argmax(scores, axis=-1)  # HAZARD argmax-weights GL403
    return jax.nn.one_hot(winner, scores.shape[-1])
